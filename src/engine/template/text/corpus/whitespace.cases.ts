import type { CaseRow } from './case-row.ts'

export const WHITESPACE: readonly CaseRow[] = [
  ['whitespace 9', 'a  {{- " b " -}}  c', {}, 'a b c'],
  ['whitespace 10', '\u00a0{{- 1 -}}\u00a0', {}, '1'],
  ['whitespace 11', '{# a -#}   b   {#- c #}', {}, 'b'],
  ['whitespace 12', 'a\n\n\n{%- if true -%}\n\nb\n\n{%- endif -%}\n\nc\n\n', {}, 'abc\n'],
  ['whitespace 14', '{% raw %} a {% endraw +%} b', {}, ' a  b'],
  ['whitespace 15', '{{ 1 -}}\n\n2{{- 3 }}', {}, '123'],
  ['whitespace 16', '{{ "a" -}}\t\u2003b', {}, 'ab'],
  ['whitespace 17', '{{+1}}', {}, '1'],
  ['whitespace 20', '{%+ set a = 1 +%}\nx', {}, '\nx'],
  ['whitespace 23', '{% if true: %}x{% endif %}', {}, 'x'],
]
