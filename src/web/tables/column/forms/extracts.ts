import type { FieldOf } from '../field-of.ts'
import { source } from './shared.ts'

const jsonPath: readonly FieldOf[] = [
  source,
  {
    kind: 'pattern',
    path: 'json_path',
    label: 'JSONPath',
    placeholder: '$.items[*].name',
    hint: '$ is the whole value; RFC 9535.',
  },
  { kind: 'switch', path: 'return_first_match', label: 'The first match alone', standard: true },
]

const xmlPath: readonly FieldOf[] = [
  source,
  { kind: 'pattern', path: 'xml_path', label: 'XPath', placeholder: '//item/@name', hint: 'XPath 1.0.' },
  {
    kind: 'choice',
    path: 'type',
    label: 'Takes',
    standard: 'find',
    choices: [
      { value: 'find', label: 'The first match' },
      { value: 'findall', label: 'All matches' },
    ],
  },
  { kind: 'switch', path: 'return_text', label: 'The text, without the tags', standard: true },
]

const regex: readonly FieldOf[] = [
  source,
  {
    kind: 'pattern',
    path: 'regex_pattern',
    label: 'Pattern',
    placeholder: 'ORD-(\\d{6})',
    hint: "Python's dialect; all matches, as a list.",
  },
  { kind: 'number', path: 'group', label: 'Group', hint: 'Empty: as findall gives them.', placeholder: '1' },
]

const extraction: readonly FieldOf[] = [
  source,
  { kind: 'text', path: 'query', label: 'What to find', placeholder: 'The order number' },
]

const parse: readonly FieldOf[] = [
  source,
  {
    kind: 'choice',
    path: 'type',
    label: 'Read as',
    choices: [
      { value: 'string', label: 'Text' },
      { value: 'number', label: 'Number' },
      { value: 'boolean', label: 'True or false' },
      { value: 'object', label: 'JSON' },
    ],
  },
]

export const extracts = {
  JSON_PATH: { fields: jsonPath, start: { json_path: '$', return_first_match: true } },
  XML_PATH: { fields: xmlPath },
  REGEX_EXTRACTION: { fields: regex },
  AI_DATA_EXTRACTION: { fields: extraction },
  PARSE_VALUE: { fields: parse, start: { type: 'number' } },
}
