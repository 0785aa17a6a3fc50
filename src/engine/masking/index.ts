/** Masking: detectors and rules, and how they change a JSON text. */

export { type DetectorName, detectorNames } from './detectors/index.ts'
export { locationsOf } from './locations.ts'
export { maskJson } from './mask-json.ts'
export { type MaskingRun, maskText } from './mask-text.ts'
export { type Masked, markMasked } from './masked.ts'
export { eventProfile, freeProfile, type Profile, requestProfile, spanProfile } from './profile.ts'
export {
  type CompiledRules,
  compileRules,
  type MaskingAction,
  type MaskingRule,
  type MaskingTarget,
  maskingActions,
} from './rules.ts'
