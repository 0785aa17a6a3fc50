/** Cost of a cell: none, a model provider, an external service, this machine, or the nested work. */
export type CostGroup = 'none' | 'model' | 'external' | 'compute' | 'variable'

/** Whether cells of the group may call a model. */
export const mayCallModels = (cost: CostGroup): boolean => cost === 'model' || cost === 'variable'

/** Whether cells of the group may call a model or an external service, which may cost money. */
export const mayCallOthers = (cost: CostGroup): boolean => mayCallModels(cost) || cost === 'external'
