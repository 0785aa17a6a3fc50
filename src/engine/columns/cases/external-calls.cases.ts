import type { ColumnCase } from './case.ts'

const code = (text: string, language = 'PYTHON') => ({ code: text, language })
const row = { Question: 'q', Answer: 'r' }
const asksRow = { asks: { kind: 'code', data: row } }

export const codeCases: readonly ColumnCase[] = [
  ['in single quotes', code("return data['a b']"), [1], { asks: { kind: 'code', data: { 'a b': 1 } } }],
  ['with get', code('return data.get("x", 0)'), [null], { asks: { kind: 'code', data: { x: null } } }],
  [
    'as a property',
    code('return data.x + data.y', 'JAVASCRIPT'),
    [1, 2],
    { asks: { kind: 'code', language: 'javascript', data: { x: 1, y: 2 } } },
  ],
  ['the whole row', code('return len(data)'), [], { asks: { kind: 'code', data: row } }],
  ['a name computed by the code', code('return data[key]'), [], { asks: { kind: 'code', data: row } }],
  [
    'a name, and the whole row',
    code('return data["x"] or list(data)'),
    [null],
    { asks: { kind: 'code', data: row } },
  ],
  ['a name, and the rest spread', code('return {...data, x: data.x}', 'JAVASCRIPT'), [1], asksRow],
  ['a name, and a method of dict', code('return [data["x"], data.popitem()]'), [1], asksRow],
  ['a name, and a method of all objects', code('return [data["x"], data.__len__()]'), [1], asksRow],
  [
    'the items of the row',
    code('return [k for k, v in data.items()]'),
    [],
    { asks: { kind: 'code', data: row } },
  ],
  ['no data', code('return 1'), [], { asks: { kind: 'code', data: row }, answer: 1, gives: { is: 1 } }],
  [
    'data of other objects',
    code('return other.data["z"] + mydata["z"] + data["x"]'),
    [1],
    { asks: { kind: 'code', data: { x: 1 } } },
  ],
  ['no result', code('pass'), [], { asks: { kind: 'code' }, answer: null, gives: { is: null } }],
  [
    'the code failed',
    code('raise'),
    [],
    { asks: { kind: 'code' }, refusal: 'ZeroDivisionError: division by zero (line 1)' },
  ],
  [
    'a language in lower case',
    code('return 1', 'javascript'),
    [],
    { asks: { kind: 'code', language: 'javascript' } },
  ],
  ['no language is Python', { code: 'return 1' }, [], { asks: { kind: 'code', language: 'python' } }],
  ['no code', { language: 'PYTHON' }, [], { refuses: 'config.code: is required.' }],
  ['blank code', code(' \n'), [], { refuses: 'config.code: must not be blank.' }],
  [
    'an unknown language',
    code('x', 'RUBY'),
    [],
    { refuses: 'config.language: must be one of PYTHON, JAVASCRIPT.' },
  ],
]

const endpoint = { url: 'https://example.com/score' }
const http = { kind: 'http', url: 'https://example.com/score' }

export const endpointCases: readonly ColumnCase[] = [
  [
    'the row',
    endpoint,
    [],
    {
      asks: { ...http, body: row, timeoutMilliseconds: 30_000 },
      answer: { status: 200, body: '{"a":1}' },
      gives: { is: { a: 1 } },
    },
  ],
  ['the row wrapped', { ...endpoint, payload: 'wrapped' }, [], { asks: { ...http, body: { data: row } } }],
  [
    'headers',
    { ...endpoint, headers: { 'X-Key': '{{KEY}}' } },
    [],
    { asks: { ...http, headers: { 'X-Key': '{{KEY}}' } } },
  ],
  ['a time limit', { ...endpoint, timeout: 2.5 }, [], { asks: { ...http, timeoutMilliseconds: 2_500 } }],
  ['text', endpoint, [], { asks: http, answer: { status: 201, body: 'fine' }, gives: { is: 'fine' } }],
  ['null', endpoint, [], { asks: http, answer: { status: 200, body: 'null' }, gives: { is: null } }],
  ['an empty body', endpoint, [], { asks: http, answer: { status: 204, body: '' }, gives: { is: '' } }],
  [
    'not found',
    endpoint,
    [],
    { asks: http, answer: { status: 404, body: 'no' }, gives: { fails: 'http_status' } },
  ],
  ['no connection', endpoint, [], { asks: http, refusal: 'connection refused' }],
  ['no address', {}, [], { refuses: 'config.url: is required.' }],
  [
    'an address of a file',
    { url: 'file:///etc/passwd' },
    [],
    { refuses: 'config.url: must be an http or https address.' },
  ],
  ['a time limit of zero', { ...endpoint, timeout: 0 }, [], { refuses: 'config.timeout: must be above 0.' }],
]

const tool = { mcp_server_id: 3, tool_name: 'find', input_mappings: { q: 'a' } }
const mcp = { kind: 'mcp', server: 3, tool: 'find' }

export const mcpCases: readonly ColumnCase[] = [
  [
    'an argument',
    tool,
    ['x'],
    {
      asks: { ...mcp, arguments: { q: 'x' } },
      answer: { content: [{ type: 'text', text: 'found' }] },
      gives: { is: 'found' },
    },
  ],
  [
    'null as an answer',
    tool,
    ['x'],
    { asks: mcp, answer: { content: [{ type: 'text', text: 'null' }] }, gives: { is: null } },
  ],
  ['null is left out', tool, [null], { asks: { ...mcp, arguments: {} } }],
  [
    'a constant',
    { ...tool, input_mappings: { n: { static: 5 }, q: 'a' } },
    ['x'],
    { asks: { ...mcp, arguments: { n: 5, q: 'x' } } },
  ],
  [
    'structured content',
    tool,
    ['x'],
    { asks: mcp, answer: { content: [], structuredContent: { a: 1 } }, gives: { is: { a: 1 } } },
  ],
  [
    'several texts',
    tool,
    ['x'],
    {
      asks: mcp,
      answer: {
        content: [
          { type: 'text', text: 'a' },
          { type: 'image', data: '' },
          { type: 'text', text: 'b' },
        ],
      },
      gives: { is: 'a\nb' },
    },
  ],
  ['no content', tool, ['x'], { asks: mcp, answer: { content: [] }, gives: { is: null } }],
  [
    'the tool failed',
    tool,
    ['x'],
    {
      asks: mcp,
      answer: { content: [{ type: 'text', text: 'bad q' }], isError: true },
      gives: { fails: 'tool_failed' },
    },
  ],
  ['an answer of another shape', tool, ['x'], { asks: mcp, answer: 'x', gives: { fails: 'bad_answer' } }],
  ['no connection', tool, ['x'], { asks: mcp, refusal: 'timeout' }],
  [
    'the older spelling',
    { mcp_server_id: 3, function_name: 'find' },
    [],
    { asks: { ...mcp, arguments: {} } },
  ],
  ['no tool', { mcp_server_id: 3 }, [], { refuses: 'config.tool_name: is required.' }],
  [
    'an argument that is no column',
    { ...tool, input_mappings: { q: 5 } },
    [],
    { refuses: 'config.input_mappings.q: must be a column or {static: value}.' },
  ],
]
