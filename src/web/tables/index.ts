/** Tables and sheets: the grid, column forms, runs, scores, history, comparison, imports and exports. */

export { ConfigForm } from './column/config-form.tsx'
export { Conditions } from './column/fields/conditions.tsx'
export { NativeSelect } from './column/fields/native-select.tsx'
export { SwitchRow } from './column/fields/switch-row.tsx'
export { TypeChoice } from './column/type-choice.tsx'
export { OfRequests } from './imports/of-requests.tsx'
export { filterOf, firstChoice } from './imports/request-filter.ts'
export { makeTable } from './make-table.ts'
export { SidePanel } from './panel/side-panel.tsx'
