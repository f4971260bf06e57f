"""What `python -m herrlof` starts."""

from herrlof.cli.main import main

if __name__ == "__main__":
    raise SystemExit(main())
