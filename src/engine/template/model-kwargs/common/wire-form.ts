import type { Model, PromptTemplate } from '../../blueprint/index.ts'
import { joined, type Kwargs } from './kwargs.ts'

/** How one provider's SDK method wants a rendered template: what each file of a wire exports. */
export interface WireForm {
  /** The messages part alone (system included), without model, tools or parameters. */
  messages(template: PromptTemplate): Kwargs
  /** The complete arguments. Parameters of the model win over what the template gives. */
  call(template: PromptTemplate, model: Model): Kwargs
}

/** Arguments in the order of the parts, later ones winning, under the model's name. */
export const assembled = (model: Model, ...parts: Kwargs[]): Kwargs =>
  joined({ model: model.name }, ...parts, { model: modelName(model) })

/** parameters.model, else the model's name. Source: reference 4.9, recorded. */
export const modelName = (model: Model): unknown => model.parameters['model'] ?? model.name
