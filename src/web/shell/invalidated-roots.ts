/** Roots of query keys that a change invalidates, by words in the name of its operation. */
const rootsByOperation: readonly (readonly [operation: RegExp, roots: readonly string[]])[] = [
  [/prompt|dynamic_label|snippet/i, ['prompts', 'prompt', 'snippet', 'snippet-blocks', 'releases']],
  [/protect|release/i, ['releases', 'prompts', 'prompt']],
  [/comment|release_request|ask_for_release/i, ['comments', 'notifications']],
  [/folder/i, ['folders', 'prompts', 'tables', 'workflows', 'datasets', 'reports']],
  [/table|sheet|scorecard/i, ['tables']],
  [/workflow/i, ['workflows', 'workflow']],
  [/dataset/i, ['datasets', 'dataset']],
  [/report|evaluation/i, ['reports', 'report']],
  [/tool/i, ['tools']],
  [/connection/i, ['connections']],
  [/mcp/i, ['mcp-servers']],
  [/playground/i, ['playgrounds']],
  [/skill/i, ['skills']],
  [/env_var/i, ['variables']],
  [/input_variable_set/i, ['input-variable-sets']],
  [/api_key/i, ['api-keys']],
  [/member|invit/i, ['members', 'session']],
  [/workspace/i, ['workspace', 'session', 'members']],
  [/profile/i, ['session', 'members']],
  [/retention/i, ['retention']],
  [/log_?export/i, ['log-export']],
  [/masking/i, ['masking']],
  [/price|reprice/i, ['price-overrides', 'price-lists', 'price-ledger']],
  [/request_view/i, ['request-views']],
  [/trace_view/i, ['trace-views']],
  [/dashboard/i, ['dashboards']],
  // The list of requests is left out: it changes only when the person asks for new rows.
  [/^update_request$/i, ['request']],
]

/** Roots of the query keys that a change invalidates. Every change is in the audit log. */
export const rootsTouchedBy = (operation: string): readonly string[] => [
  'audit',
  ...rootsByOperation.flatMap(([pattern, roots]) => (pattern.test(operation) ? roots : [])),
]
