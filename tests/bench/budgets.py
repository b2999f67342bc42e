"""Figures that have an aim, for the table that `./dev bench` ends with; see budget.h."""

import os


def budget(name, value, unit, aim):
    path = os.environ.get("HW_BUDGETS")
    if path:
        with open(path, "a", encoding="utf-8") as file:
            file.write(f"{name}\t{value:.2f}\t{unit}\t{aim}\n")
