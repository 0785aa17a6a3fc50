import { Refusal } from '../../engine/refusal.ts'

export const noReport = () => new Refusal('not_found', 'There is no such report.')
export const noColumn = () => new Refusal('not_found', 'There is no such report column.')
