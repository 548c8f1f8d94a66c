/** TypeBox as the sdk offers it. `npm run build` makes one file of its 373 modules, which a start would load one by one. */
export { type Static, Type } from 'typebox'
