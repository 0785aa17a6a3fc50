"""Checks the jinja2 cases of the template corpus against the real Jinja2.

Usage: node scripts/template-cases.ts | python3 scripts/template-oracle.py

Lists every case whose expected result is not Python's. Cases with a reason must differ, all others must not.
Exits with 1 when one of them does otherwise.
"""

import json
import sys

import jinja2
from jinja2.sandbox import SandboxedEnvironment


def outcome(environment, case):
    """The rendered text, or the kind of the error."""
    try:
        template = environment.from_string(case["template"])
    except SyntaxError:
        return {"error": "template_syntax"}
    except jinja2.TemplateSyntaxError:
        return {"error": "template_syntax"}
    try:
        return template.render(**case["variables"])
    except Exception:
        return {"error": "template_runtime"}


def described(kind, case, python):
    """A case with both results, cut to a readable length."""
    return (
        f"{kind}: {case['name']}: {case['template']!r}"
        f"\n  python {repr(python)[:200]}\n  galley {repr(case['expected'])[:200]}"
    )


def main():
    environment = SandboxedEnvironment(undefined=jinja2.ChainableUndefined)
    cases = json.load(sys.stdin)
    wrong = 0
    intended = 0
    for case in cases:
        python = outcome(environment, case)
        differs = python != case["expected"]
        reason = case.get("reason")
        if differs and reason:
            intended += 1
            print(described("intended", case, python), reason, sep="\n  ")
        elif differs or reason:
            wrong += 1
            print(described("WRONG", case, python))
    print(f"jinja2 {jinja2.__version__}: {len(cases)} cases, {intended} intended differences, {wrong} wrong")
    sys.exit(1 if wrong else 0)


if __name__ == "__main__":
    main()
