print("an older download")
