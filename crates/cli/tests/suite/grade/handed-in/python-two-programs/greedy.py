def main():
    print("to be written")


if __name__ == "__main__":
    main()
