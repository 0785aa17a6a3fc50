import type { Plugin } from 'vite'

/** Modules that the doors of rooms export and few screens show, in folders of `src/web` or `src`. */
const modules: Readonly<Record<string, readonly string[]>> = {
  api: ['role-descriptions'],
  design: [
    ...[
      'card',
      'check-list',
      'code-block',
      'code-text',
      'confirm',
      'context-menu',
      'figure',
      'figure-table',
      'folded-text',
      'form-row',
      'formatted-text',
    ],
    ...['headed-panel', 'help-mark', 'kind-icon', 'list-table', 'list-total', 'native-select', 'pager'],
    ...['panel-edge', 'progress-bar', 'side-panel', 'size-text', 'use-undo'],
    ...['provider-mark', 'search-select', 'show-more'],
    ...['segmented', 'switch', 'switch-row', 'tabs', 'tooltip', 'undo-buttons', 'word-diff'],
  ],
  'engine/template/diff': ['merge', 'merge-lists', 'resolve-value'],
  'design/json': ['is-json', 'json-parts', 'json-value'],
  icons: ['index'],
  'prompts/dynamic': ['rules', 'split-bar'],
  requests: [
    'clock-time',
    'facts',
    'failure-advice',
    'failure-words',
    'lazy-parts',
    'newer-button',
    'request-list',
    'request-query',
    'score-order',
    'score-text',
    'token-text',
    'tokens',
    'traces-by',
    'use-count',
  ],
  'requests/compare': ['compared-parts'],
  'requests/facets': ['facet-parts', 'facet-values', 'facets-beside', 'score-sort'],
  'requests/filter': ['fields', 'filter-bar', 'filter-input', 'time-select', 'use-suggestions'],
  'requests/peek': ['chat', 'curl', 'media-view', 'message-view', 'messages-around', 'prompt-link'],
  'requests/rows': [
    'choice-column',
    'chosen-columns',
    'column-menu',
    'list-cache',
    'row-error',
    'row-list',
    'token-cell',
  ],
  'requests/views': ['request-view-kind', 'request-views', 'view-bar'],
  runs: ['figures', 'forecast-figures'],
  'sheet-files/imports': ['file-choice', 'request-fields'],
  'shell/glossary': ['term'],
}

const paths = Object.entries(modules).map(([folder, names]) => `${folder}/(${names.join('|')})`)

/**
 * Declares these modules free of side effects. A door would load them into every screen otherwise: 40 KB compressed for
 * a sheet.
 */
export const seldomUsed = (): Plugin => ({
  name: 'galley:seldom-used',
  transform: {
    filter: { id: new RegExp(`/(web|src)/(${paths.join('|')})\\.tsx?$`) },
    handler: (code) => ({ code, map: null, moduleSideEffects: false }),
  },
})
