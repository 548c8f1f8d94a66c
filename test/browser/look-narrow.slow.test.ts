import t from 'tap'
import { lookAtAll } from './look.js'

lookAtAll(t, { name: 'narrow-light', width: 390, scheme: 'light', narrowest: 360 })
