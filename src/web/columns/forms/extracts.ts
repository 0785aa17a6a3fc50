import type { Form } from '../form.ts'
import { source } from './shared.ts'

export const extracts = {
  JSON_PATH: {
    fields: [
      source,
      {
        path: 'json_path',
        label: 'JSONPath',
        placeholder: '$.items[*].name',
        hint: '$ is the whole value. The syntax is RFC 9535.',
      },
      { path: 'return_first_match', label: 'First match only' },
    ],
    start: { json_path: '$', return_first_match: true },
  },
  XML_PATH: {
    fields: [
      source,
      { path: 'xml_path', label: 'XPath', placeholder: '//item/@name', hint: 'XPath 1.0.' },
      { path: 'type', label: 'Takes', words: { find: 'The first match', findall: 'All matches' } },
      { path: 'return_text', label: 'Return the text without tags' },
    ],
  },
  REGEX_EXTRACTION: {
    fields: [
      source,
      {
        path: 'regex_pattern',
        label: 'Pattern',
        placeholder: 'ORD-(\\d{6})',
        hint: 'Python syntax. Returns all matches as a list.',
      },
      {
        path: 'group',
        label: 'Group',
        hint: "Empty: the matches as Python's re.findall returns them.",
        placeholder: '1',
      },
    ],
  },
  AI_DATA_EXTRACTION: {
    fields: [source, { path: 'query', label: 'What to find', placeholder: 'The order number' }],
  },
  PARSE_VALUE: {
    fields: [
      source,
      {
        path: 'type',
        label: 'Read as',
        words: { string: 'Text', number: 'Number', boolean: 'True or false', object: 'JSON' },
        hint: 'A cell whose value cannot be read as this type fails; an empty cell stays empty.',
      },
    ],
    start: { type: 'number' },
  },
} as const satisfies Readonly<Record<string, Form>>
