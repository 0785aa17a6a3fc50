import { channelPattern } from '../../../contract/index.ts'

/** What is waited for on a channel. */
export type Channel =
  | { readonly kind: 'run'; readonly run: number }
  | { readonly kind: 'suffix'; readonly workflow: number; readonly suffix: string }

/** Both ways in which the SDKs name channels; null for any other name. */
export function readChannel(name: string): Channel | null {
  const { run, workflow, suffix } = channelPattern.exec(name)?.groups ?? {}
  if (run !== undefined) return { kind: 'run', run: Number(run) }
  if (workflow === undefined) return null
  return { kind: 'suffix', workflow: Number(workflow), suffix: suffix! }
}
