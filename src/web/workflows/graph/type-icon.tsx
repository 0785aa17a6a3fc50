import {
  Braces,
  Calculator,
  Code,
  FileText,
  GitBranch,
  Globe,
  type LucideIcon,
  MessagesSquare,
  Pin,
  Plug,
  Repeat,
  Scale,
  ScanSearch,
  TextCursorInput,
  Workflow,
} from 'lucide-react'
import type { ColumnTypeName } from '../../../engine/columns/names.ts'

const icons: Partial<Record<ColumnTypeName, LucideIcon>> = {
  PROMPT_TEMPLATE: FileText,
  CODE_EXECUTION: Code,
  ENDPOINT: Globe,
  MCP: Plug,
  WORKFLOW: Workflow,
  CONVERSATION_SIMULATOR: MessagesSquare,
  VARIABLE: Pin,
  CONDITION: GitBranch,
  FOR_LOOP: Repeat,
  WHILE_LOOP: Repeat,
  JSON_PATH: Braces,
  XML_PATH: Braces,
  REGEX_EXTRACTION: ScanSearch,
  AI_DATA_EXTRACTION: ScanSearch,
  PARSE_VALUE: ScanSearch,
  COUNT: Calculator,
  MATH_OPERATOR: Calculator,
  MIN_MAX: Calculator,
  ABSOLUTE_NUMERIC_DISTANCE: Calculator,
  COMBINE_COLUMNS: TextCursorInput,
  COALESCE: TextCursorInput,
  APPLY_DIFF: TextCursorInput,
}

/** What is left are checks. */
export function TypeIcon({ type }: { type: ColumnTypeName }) {
  const Icon = icons[type] ?? Scale
  return <Icon className="size-3.5 shrink-0 text-ink-faint" aria-hidden />
}
