def text(upper, lower, stores):
    rows = [" ".join(map(str, row)) for row in (upper, lower)]
    return "\n".join(rows + [str(it) for it in stores]) + "\n"


if __name__ == "__main__":
    print(text([1, 2], [3, 4], [5, 6]))
