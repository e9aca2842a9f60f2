"""`python -m comprules`: the command line."""

from comprules.cli import main

if __name__ == "__main__":
    main()
