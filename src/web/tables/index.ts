/** The views of column types' forms, for whatever else computes with columns: nodes of workflows, reports. */
export { ConfigForm } from './column/config-form.tsx'
export { Conditions } from './column/fields/conditions.tsx'
export { NativeSelect } from './column/fields/native-select.tsx'
export { SwitchRow } from './column/fields/switch-row.tsx'
export { TypeChoice } from './column/type-choice.tsx'
export { base64Of } from './imports/base64.ts'
export { filterOf } from './imports/request-filter.ts'
export { SidePanel } from './panel/side-panel.tsx'
