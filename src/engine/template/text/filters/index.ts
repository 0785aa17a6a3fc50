import type { Builtin } from '../calls/signature.ts'
import { CHUNK_FILTERS } from './chunks.ts'
import { HTML_FILTERS } from './html.ts'
import { JSON_FILTERS } from './json.ts'
import { LIST_FILTERS } from './lists.ts'
import { NUMBER_FILTERS } from './numbers.ts'
import { PRETTY_FILTERS } from './pprint.ts'
import { ROUNDING_FILTERS } from './rounding.ts'
import { SELECT_FILTERS } from './select.ts'
import { TEXT_FILTERS } from './text.ts'
import { URLIZE_FILTERS } from './urlize.ts'
import { WRAP_FILTERS } from './wrap.ts'

/** All filters by name: every built-in of Jinja2 3.1; `random` exists but refuses. */
export const FILTERS: ReadonlyMap<string, Builtin> = new Map(
  [
    TEXT_FILTERS,
    WRAP_FILTERS,
    HTML_FILTERS,
    URLIZE_FILTERS,
    LIST_FILTERS,
    CHUNK_FILTERS,
    SELECT_FILTERS,
    NUMBER_FILTERS,
    ROUNDING_FILTERS,
    JSON_FILTERS,
    PRETTY_FILTERS,
  ].flatMap((group) => Object.entries(group)),
)
