"""Holds answers against the types that the SDK declares for them."""

import inspect
import typing


def differences(hint, value, path=""):
    """Places where a field that must be there is missing, or one that is there is of another type."""
    if "Required" in str(typing.get_origin(hint)):
        return differences(typing.get_args(hint)[0], value, path)
    if not _fits(hint, value):
        return {path}
    if typing.get_origin(hint) is typing.Union:
        return differences(next(one for one in typing.get_args(hint) if _fits(one, value)), value, path)
    if typing.get_origin(hint) is list:
        return set().union(*(differences(typing.get_args(hint)[0], one, path) for one in value))
    if not typing.is_typeddict(hint):
        return set()
    found = {f"{path}.{key} is missing" for key in hint.__required_keys__ if key not in value}
    for key, inner in typing.get_type_hints(hint).items():
        if key in value:
            found |= differences(inner, value[key], f"{path}.{key}")
    return found


def _fits(hint, value):
    origin, arguments = typing.get_origin(hint), typing.get_args(hint)
    if hint is typing.Any:
        return True
    if "Required" in str(origin) or origin is typing.Union:
        return any(_fits(one, value) for one in arguments)
    if origin is typing.Literal:
        return value in arguments
    if typing.is_typeddict(hint):
        return isinstance(value, dict)
    if hint is float:
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    if hint is int:
        return isinstance(value, int) and not isinstance(value, bool)
    return isinstance(value, origin or hint)


def methods_of(*modules):
    """Of all managers, as "Manager.method"."""
    managers = [one for module in modules for one in vars(module).values() if inspect.isclass(one)]
    return {
        f"{one.__name__}.{name}"
        for one in managers
        if one.__name__.endswith("Manager")
        for name in vars(one)
        if not name.startswith("_")
    }
