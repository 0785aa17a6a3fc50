import type { AgentLog, LogRecord } from './agent-log.ts'
import { readClaudeCode } from './claude-code.ts'
import { readCodex, withStartsOfCalls } from './codex.ts'
import { readGeminiCli, withSpansOfRequests } from './gemini-cli.ts'

type ReadEvent = (event: string, record: LogRecord) => AgentLog | null

const agents: readonly (readonly [prefix: string, read: ReadEvent])[] = [
  ['claude_code.', readClaudeCode],
  ['codex.', readCodex],
  ['gemini_cli.', readGeminiCli],
]

/**
 * Reads the log records of one export, one at a time. Null: a record of another program, or an event that is neither a
 * prompt, a call, an answer nor a tool.
 */
export function* readAgentLogs(records: readonly LogRecord[]): Generator<AgentLog | null> {
  for (const record of withStartsOfCalls(withSpansOfRequests(records))) yield readAgentLog(record)
}

function readAgentLog(record: LogRecord): AgentLog | null {
  for (const name of namesOf(record)) {
    const agent = agents.find(([prefix]) => name.startsWith(prefix))
    if (agent) return agent[1](name.slice(agent[0].length), record)
  }
  return null
}

/** Claude Code has the event's whole name in the body, the others in an attribute. Codex's `eventName` is a line of its source. */
const namesOf = ({ body, eventName, attributes }: LogRecord): string[] =>
  [attributes.get('event.name'), body, eventName].filter((name) => typeof name === 'string')
