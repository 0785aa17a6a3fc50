import { Refusal } from '../../../engine/refusal.ts'

export const noTable = () => new Refusal('not_found', 'There is no such table.')
export const noSheet = () => new Refusal('not_found', 'There is no such sheet.')
export const noColumn = () => new Refusal('not_found', 'There is no such column.')
export const noCell = () => new Refusal('not_found', 'There is no such cell.')
export const noVersion = () => new Refusal('not_found', 'There is no such version.')
