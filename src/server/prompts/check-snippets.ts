import { Refusal } from '../../engine/refusal.ts'
import type { PromptTemplate } from '../../engine/template/blueprint/index.ts'
import {
  expandSnippets,
  type ResolvedSnippet,
  type SnippetMarker,
  snippetMarkers,
} from '../../engine/template/snippets/index.ts'
import type { Tx } from '../db/index.ts'
import type { WorkspaceId } from '../workspace-id.ts'
import { loadSnippets } from './load-snippets.ts'
import type { VersionExtras } from './version.ts'

/** A version that is about to be saved, with the name, number and labels by which markers will find it. */
export interface Candidate {
  readonly promptName: string
  readonly versionNumber: number
  readonly isLatest: boolean
  readonly labels: readonly string[]
  readonly template: PromptTemplate
  readonly extras: VersionExtras
}

/** Checks the snippets of a version. @throws Refusal if one is missing, is no completion template, or uses this version. */
export async function checkSnippets(tx: Tx, workspace: WorkspaceId, candidate: Candidate): Promise<void> {
  const { promptName, versionNumber, template } = candidate
  const overrides = candidate.extras.snippet_overrides ?? {}
  const unnameable = snippetMarkers(template).filter(({ raw }) => !isStorable(raw))
  if (unnameable[0]) throw missingSnippets(unnameable)
  const self = (marker: SnippetMarker) =>
    resolvesTo(marker, candidate) ? resolved(marker, candidate) : undefined
  const loaded = await loadSnippets(tx, workspace, template, overrides, self)
  const { missing, wrongType, cycle } = expandSnippets(template, (marker) => loaded.get(marker.raw), {
    overrides,
    self: { promptName, versionNumber },
  })
  if (cycle) throw refuse(`snippets refer to each other in a cycle: ${cycle.join(' -> ')}`)
  if (missing[0]) throw missingSnippets(missing)
  if (wrongType[0])
    throw refuse(`only completion templates can be snippets: ${wrongType.map(({ raw }) => raw).join(', ')}`)
}

/** No stored name contains NUL or lone surrogates, and PostgreSQL cannot look them up. */
const isStorable = (text: string) => !text.includes('\u0000') && text.isWellFormed()

const missingSnippets = (markers: readonly SnippetMarker[]) =>
  refuse(`there is no snippet for ${markers.map(({ raw }) => raw).join(', ')}`)

function resolvesTo(marker: SnippetMarker, candidate: Candidate): boolean {
  if (marker.name !== candidate.promptName) return false
  if (marker.label !== null) return candidate.labels.includes(marker.label)
  return marker.version === null ? candidate.isLatest : marker.version === candidate.versionNumber
}

function resolved(
  marker: SnippetMarker,
  { promptName, versionNumber, template }: Candidate,
): ResolvedSnippet {
  return { promptName, versionNumber, label: marker.label, template }
}

const refuse = (message: string) =>
  new Refusal('invalid', message, {
    loc: ['body', 'prompt_version', 'prompt_template'],
    type: 'snippet_error',
  })
