/** Prompt templates: publishing, reading, versions, labels, snippets, dynamic labels and release requests. */

import { handlersOfExternalIds } from '../external-ids/index.ts'
import type { Handlers } from '../http/handler.ts'
import {
  createDynamicLabel,
  deleteDynamicLabel,
  listDynamicLabels,
  readDynamicLabel,
  updateDynamicLabel,
} from './dynamic-labels.ts'
import { createLabel, deleteLabel, listLabels, moveLabel } from './labels.ts'
import { legacyPublishTemplate, legacyReadTemplate } from './legacy-templates.ts'
import { listTemplates } from './list-templates.ts'
import { patchTemplate } from './patch-template.ts'
import { promptRegistry } from './prompt-registry.ts'
import { publishTemplate } from './publish-template.ts'
import { readRawTemplate } from './read-raw-template.ts'
import { readTemplate } from './read-template.ts'
import { registryHandlers } from './registry.ts'
import { askForRelease } from './releases/ask-for-release.ts'
import { decideReleaseRequest } from './releases/decide-release-request.ts'
import {
  changeProtectedLabel,
  listProtectedLabels,
  protectLabel,
  unprotectLabel,
} from './releases/protected-labels.ts'
import { listReleaseRequests, readReleaseRequest } from './releases/requests.ts'
import { renamePrompt } from './rename-prompt.ts'
import { listDeletedPrompts, restorePrompt } from './restore-prompt.ts'
import { readSnippetUsage } from './snippet-usage.ts'
import { upsertTemplate } from './upsert-template.ts'

export { type CurrentVersion, findCurrentVersion } from './current-version.ts'
export { isDynamicLabel } from './dynamic-label-rules.ts'
export { promptsInFolders } from './foldered.ts'
export {
  findPromptOfLabel,
  findPromptOfVersion,
  type PromptFilter,
  type PromptUse,
  usesInFilter,
} from './prompt-filter.ts'
export { promptRegistry } from './prompt-registry.ts'
export { loadRunnable, type Runnable, type ServedVersion, type TemplateChoice } from './runnable.ts'

export const promptHandlers = {
  readTemplate,
  readRawTemplate,
  listTemplates,
  ...registryHandlers,
  publishTemplate,
  patchTemplate,
  upsertTemplate,
  legacyReadTemplate,
  legacyPublishTemplate,
  readSnippetUsage,
  renamePrompt,
  listDeletedPrompts,
  restorePrompt,
  listLabels,
  createLabel,
  moveLabel,
  deleteLabel,
  listDynamicLabels,
  createDynamicLabel,
  readDynamicLabel,
  updateDynamicLabel,
  deleteDynamicLabel,
  listProtectedLabels,
  protectLabel,
  changeProtectedLabel,
  unprotectLabel,
  listReleaseRequests,
  askForRelease,
  readReleaseRequest,
  decideReleaseRequest,
  ...handlersOfExternalIds('Prompt', {
    kind: 'prompt',
    param: 'prompt_template_id',
    find: promptRegistry.findById,
  }),
} satisfies Partial<Handlers>
