import { Refusal } from '../../engine/refusal.ts'

export const noGroup = () => new Refusal('not_found', 'There is no such dataset group.')
export const noDataset = () => new Refusal('not_found', 'There is no such dataset.')
export const noDraft = () => new Refusal('not_found', 'The dataset group has no draft; create one first.')
