import type { KindPhrases, Phrases } from './languages.js'

const practice: Omit<KindPhrases, 'outline' | 'proofs' | 'lesson'> = {
  questions: [
    '¿A quién afecta {noun}, y quién decide?',
    '¿Qué se entiende exactamente por {noun}, en una frase?',
    '¿Por qué ahora, y qué pasa si no se hace nada?',
    '¿Cómo se hace hoy, paso a paso?',
    '¿Cuánto cuesta, en dinero, tiempo y atención?',
    '¿Qué puede fallar, y quién lo notaría primero?',
    '¿En qué se vería que ha funcionado?',
    '¿Qué se puede hacer hoy mismo sobre {noun}?'
  ],
  angles: {
    contrarian: {
      idea: 'Ponga en duda el consejo habitual, y diga para quién no vale.',
      ask: 'el consejo habitual, y el caso en que no lo seguiría'
    },
    'how-to': {
      idea: 'Muestre el primer paso con el detalle suficiente para darlo hoy.',
      ask: 'el primer paso, y cuánto tarda'
    },
    story: {
      idea: 'Empiece por un caso que haya vivido, y dé después la lección.',
      ask: 'un caso: quién, cuándo y qué pasó'
    }
  }
}

/** What the rules write in Spanish. Own texts. */
export const spanish: Phrases = {
  topic: '«{topic}»',
  copy: {
    outline: 'Esquema, no texto terminado: {heading}',
    fillIn: 'Sustituya cada parte entre corchetes por sus propios datos.',
    proof: 'Prueba',
    request: 'Una sola pregunta o petición al lector.',
    address: 'Para {audience}.',
    firstLines: {
      named: '{Heading}, para {audience}.',
      addressed: 'Para {audience}: {heading}',
      counted: '{Heading}: {count} puntos para {audience}.'
    },
    title: '{heading} para {audience}',
    linkLead: 'Más sobre {noun}:',
    chapters: 'En este vídeo:',
    headings: { points: 'Lo esencial', body: 'En detalle' },
    closings: {
      discuss: {
        plain: '¿Qué añadiría usted sobre {noun}?',
        bold: '¿En qué no está de acuerdo sobre {noun}?',
        friendly: '¿Cuál es su experiencia con {noun}? Me gustaría leerla.',
        expert: '¿Qué muestra su propia experiencia con {noun}?'
      },
      sell: {
        plain: 'Si quiere ayuda con {noun}, escríbame.',
        bold: '¿Quiere ayuda con {noun}? Escríbame.',
        friendly: 'Si quiere ayuda con {noun}, escríbame. Sin prisa.',
        expert: 'Si está trabajando en {noun}, escríbame.'
      },
      announce: {
        plain: '¿Preguntas sobre {noun}? Hágalas en los comentarios.',
        bold: 'Haga las preguntas difíciles sobre {noun} en los comentarios.',
        friendly: '¿Quiere saber algo más sobre {noun}? Pregunte en los comentarios.',
        expert: 'Las preguntas y objeciones sobre {noun} son bienvenidas en los comentarios.'
      }
    },
    numerals: ['dos', 'tres', 'cuatro', 'cinco', 'seis', 'siete', 'ocho', 'nueve', 'diez']
  },
  kinds: {
    'how-to': {
      ...practice,
      outline: [
        { heading: 'Para quién es', note: 'Qué quiere hacer el lector, y quién puede saltarse el texto.' },
        { heading: 'El resultado', note: 'Qué hay al final, para saber cuándo parar.' },
        { heading: 'Qué hay que tener listo', note: 'Herramientas, accesos y personas. Solo lo necesario.' },
        { heading: 'Los pasos, en orden', note: 'Una acción por paso, cada una con un verbo.' },
        { heading: 'Dónde se atasca la gente', note: 'El paso, y qué ayudó en él.' },
        { heading: 'Cómo comprobarlo', note: 'Una comprobación posible el mismo día.' }
      ],
      proofs: ['Un ejemplo completo que muestre cada paso.', 'Un antes y un después, medidos igual.'],
      lesson: 'Después de leer, se puede dar el primer paso sobre {noun} y comprobar el resultado.'
    },
    list: {
      ...practice,
      outline: [
        { heading: 'Por qué esta lista', note: 'Qué tienen en común los elementos, y quién los eligió.' },
        { heading: 'Cómo se eligieron', note: 'La prueba que tuvo que pasar cada elemento.' },
        { heading: 'Los elementos, el más fuerte primero', note: 'De cada uno: qué es, cuándo ayuda, cuánto cuesta.' },
        { heading: 'Qué queda fuera', note: 'Un elemento conocido que no pasó la prueba, y por qué.' },
        { heading: 'Por cuál empezar', note: 'Un elemento, con la razón en una frase.' }
      ],
      proofs: ['La prueba que tuvo que pasar cada elemento.', 'El uso propio de al menos un elemento.'],
      lesson: 'Después de leer, se sabe por qué elemento empezar, y por qué ese.'
    },
    comparison: {
      outline: [
        { heading: 'La tarea', note: 'Una frase sobre para qué se necesita una u otra opción.' },
        { heading: 'Los requisitos', note: 'Lo que descarta una opción de inmediato.' },
        { heading: 'A favor de {first}', note: 'El caso en que un lector justo lo elegiría.' },
        { heading: 'A favor de {second}', note: 'Lo mismo, con la misma forma y extensión.' },
        { heading: 'El coste de cambiar después', note: 'En horas y en dinero, en ambos sentidos.' },
        { heading: 'Qué elegir, y cuándo', note: 'Una recomendación para cada tipo de lector.' }
      ],
      questions: [
        '¿Quién tendrá que vivir con {first} o {second}, y quién decide?',
        '¿Qué tarea tienen que resolver los dos?',
        '¿Por qué está abierta ahora la elección entre {first} y {second}?',
        '¿Qué habla a favor de {first}, y qué a favor de {second}?',
        '¿Cuánto cuesta cada uno el primer año, y el tercero?',
        '¿Qué puede fallar con cada uno, y quién lo notaría primero?',
        '¿Qué exigiría pasar más tarde de {first} a {second}?',
        '¿Cuál conviene al lector, y qué cambiaría la respuesta?'
      ],
      proofs: [
        'La misma tarea hecha con los dos, con los mismos datos.',
        'Precios y límites, con el día en que se consultaron.'
      ],
      lesson: 'Después de leer, se sabe si conviene {first} o {second}, y qué cambiaría la respuesta.',
      angles: {
        contrarian: {
          idea: 'Diga cuándo es correcta la opción menos habitual.',
          ask: 'el caso en que elegiría {second}'
        },
        'how-to': {
          idea: 'Dé un criterio para decidir, en lugar de un ganador.',
          ask: 'el criterio que decide entre {first} y {second}'
        },
        story: {
          idea: 'Siga una decisión desde la primera duda hasta el resultado.',
          ask: 'quién eligió entre {first} y {second}, y con qué resultado'
        }
      }
    },
    opinion: {
      outline: [
        { heading: 'La tesis en una frase', note: 'Tan concreta que se pueda refutar.' },
        { heading: 'De dónde viene', note: 'Qué vio o hizo usted.' },
        { heading: 'La mejor prueba', note: 'Su ejemplo más fuerte, con sus detalles.' },
        { heading: 'La mejor objeción', note: 'En palabras que la otra parte aceptaría.' },
        { heading: 'Dónde deja de ser cierta', note: 'La situación en que haría lo contrario.' },
        { heading: 'Qué hacer con ella', note: 'Un cambio posible esta semana.' }
      ],
      questions: [
        '¿Quién sostiene esta idea, y quién tiene algo que perder?',
        '¿Qué se afirma exactamente, en una frase?',
        '¿Por qué decirlo ahora?',
        '¿Cuál es el ejemplo más fuerte?',
        '¿Cuánto costaría actuar así, y cuánto equivocarse?',
        '¿Cuál es la mejor objeción, y de quién viene?',
        '¿Dónde deja de ser cierto?',
        '¿Qué habría que hacer de otra forma mañana?'
      ],
      proofs: ['Un caso que encaja y uno que no.', 'La objeción en palabras de quien la hace.'],
      lesson: 'Después de leer, se sabe qué apoya la tesis, qué la contradice y dónde deja de ser cierta.',
      angles: {
        contrarian: {
          idea: 'Dé a la otra parte su mejor argumento, y respóndalo.',
          ask: 'la mejor objeción que conoce'
        },
        'how-to': {
          idea: 'Convierta la tesis en algo que se pueda hacer.',
          ask: 'un cambio que se deduce de ella'
        },
        story: {
          idea: 'Empiece por el momento en que se dio cuenta.',
          ask: 'cuándo se dio cuenta, y qué vio'
        }
      }
    },
    announcement: {
      outline: [
        { heading: 'Qué hay de nuevo', note: 'Una frase, sin adjetivos.' },
        { heading: 'Para quién es', note: 'Y quién no tiene que cambiar nada.' },
        { heading: 'Qué cambia', note: 'La tarea que se hace más fácil, del primer paso al último.' },
        { heading: 'Qué sigue igual', note: 'Precios, datos, costumbres: aquello por lo que le preguntarán.' },
        { heading: 'Cómo y desde cuándo', note: 'Fechas, lugares y condiciones.' },
        { heading: 'Dónde preguntar', note: 'Una persona o una dirección.' }
      ],
      questions: [
        '¿Para quién es, y quién no tiene que cambiar nada?',
        '¿Qué hay de nuevo, en una frase?',
        '¿Por qué se ha hecho, y por qué ahora?',
        '¿Cómo se consigue, y desde cuándo?',
        '¿Cuánto cuesta, y qué incluye?',
        '¿Qué podría dejar de funcionar, y cómo se deshace?',
        '¿Qué sigue igual?',
        '¿Dónde se puede preguntar?'
      ],
      proofs: [
        'Fechas, precios y límites, revisados por los responsables.',
        'Una imagen o una grabación de la novedad en uso.'
      ],
      lesson: 'Después de leer, se sabe qué hay de nuevo, a quién afecta y qué hacer después.',
      angles: {
        contrarian: {
          idea: 'Diga para quién no es. Eso hace creíble el resto.',
          ask: 'quién puede pasarlo por alto, y por qué'
        },
        'how-to': {
          idea: 'Muestre la tarea que cambia, del primer paso al último.',
          ask: 'la tarea que cambia, antes y después'
        },
        story: {
          idea: 'Empiece por la pregunta o la queja que le dio origen.',
          ask: 'la pregunta que le dio origen, y de quién vino'
        }
      }
    },
    case: {
      outline: [
        { heading: 'La situación de partida', note: 'En cifras claras, con fechas.' },
        { heading: 'Qué había que decidir', note: 'Las opciones, y quién decidió.' },
        { heading: 'Qué se hizo, en orden', note: 'También lo que no ayudó.' },
        { heading: 'Qué pasó', note: 'Las mismas cifras del principio, medidas igual.' },
        { heading: 'Qué se haría de otra forma', note: 'Y por qué.' },
        { heading: 'Qué se puede aprovechar', note: 'La pieza más pequeña que funciona sin el resto.' }
      ],
      questions: [
        '¿Quién participó, y quién tuvo que estar de acuerdo?',
        '¿Cuál era la situación antes, en cifras claras?',
        '¿Por qué se hizo algo, y por qué entonces?',
        '¿Qué se hizo, en qué orden, y qué no ayudó?',
        '¿Cuánto costó, en dinero, tiempo y confianza?',
        '¿Qué podría haber fallado, y qué estuvo a punto?',
        '¿Cuál fue el resultado, medido como antes?',
        '¿Qué parte pueden aprovechar otros?'
      ],
      proofs: [
        'Las cifras de antes y después, con sus fechas.',
        'El permiso de las personas y empresas que se nombran.'
      ],
      lesson: 'Después de leer, se sabe qué se decidió y por qué, y qué parte se puede aprovechar.',
      angles: {
        contrarian: {
          idea: 'Pregunte qué habría pasado de todos modos.',
          ask: 'qué habría pasado sin el cambio'
        },
        'how-to': {
          idea: 'Muestre la pieza que funciona sin el resto.',
          ask: 'la pieza que otros pueden aprovechar'
        },
        story: {
          idea: 'Empiece por el día antes del cambio.',
          ask: 'el día antes: las cifras y las personas'
        }
      }
    },
    sensitive: {
      outline: [
        { heading: 'Qué se sabe', note: 'Cada afirmación con su fuente y su fecha.' },
        { heading: 'Qué no se sabe', note: 'Decirlo con claridad, sin suponer.' },
        { heading: 'A quién afecta', note: 'En palabras que usarían las personas afectadas.' },
        { heading: 'Dónde encontrar ayuda', note: 'Una dirección o un número comprobado hoy.' },
        { heading: 'Quién ha revisado el texto', note: 'Una persona cualificada, con nombre y función.' }
      ],
      questions: [
        '¿A quién afecta, y quién ha aceptado que se le mencione?',
        '¿Qué está demostrado, y por qué fuente?',
        '¿Qué se discute o no se sabe?',
        '¿Por qué se publica ahora?',
        '¿Qué podría dañar a un lector afectado?',
        '¿Dónde se puede encontrar ayuda?',
        '¿Quién está cualificado para revisar el texto?',
        '¿Qué se debe saber o poder hacer después?'
      ],
      proofs: ['Una fuente para cada afirmación, con su fecha.', 'El permiso por escrito de toda persona reconocible.'],
      lesson: 'Después de leer, se sabe qué está demostrado, quién lo dice y dónde encontrar ayuda.',
      angles: {
        contrarian: {
          idea: 'Corrija un malentendido frecuente, con su fuente.',
          ask: 'el malentendido, y la fuente que lo corrige'
        },
        'how-to': {
          idea: 'Muestre paso a paso dónde encontrar ayuda.',
          ask: 'la primera dirección a la que acudir'
        },
        story: {
          idea: 'Dé la palabra a una persona afectada que haya aceptado ser citada.',
          ask: 'una cita, con permiso'
        }
      }
    }
  },
  brief: {
    keyMessages: {
      sell: 'Después de leer, se sabe cuánto valdría una ayuda con {noun}, y cómo pedirla.',
      engage: 'Después de leer, dan ganas de añadir algo del propio trabajo sobre {noun}.',
      announce: 'Después de leer, se sabe qué hay de nuevo sobre {noun}, a quién afecta y qué hacer después.'
    },
    anyReader: 'el lector',
    forWhom: {
      unknown: '¿Para quién es el texto, y qué sabe ya esa persona?',
      known: '¿Qué sabe ya este público, y qué tiene que decidir o hacer? ({audience})'
    },
    sourceFor: 'Una fuente para: {point}',
    manners: {
      educate: {
        do: [
          'Mostrar un ejemplo completo.',
          'Nombrar el paso en que la gente se atasca.',
          'Parar cuando el lector pueda actuar.'
        ],
        avoid: ['La historia del tema antes de la primera línea útil.', 'Términos que haya que buscar.']
      },
      sell: {
        do: [
          'Describir el problema antes de la oferta.',
          'Decir a quién no le conviene la oferta.',
          'Pedir un solo paso siguiente.'
        ],
        avoid: ['Superlativos que no se puedan demostrar.', 'Presión con plazos inventados.']
      },
      engage: {
        do: [
          'Hacer una pregunta con más de una buena respuesta.',
          'Dar primero la propia respuesta.',
          'Contestar a los primeros comentarios.'
        ],
        avoid: ['Preguntas que se contestan con sí o no.', 'Opiniones que no se tienen.']
      },
      announce: {
        do: [
          'Poner la noticia en la primera línea.',
          'Decir qué sigue igual.',
          'Dar una fecha y una dirección para preguntas.'
        ],
        avoid: ['Agradecimientos antes de la noticia.', 'Promesas sobre lo que aún no existe.']
      }
    },
    sensitive: {
      do: [
        'Dar una fuente para cada afirmación.',
        'Indicar dónde encontrar ayuda.',
        'Pedir a una persona cualificada que lea el texto antes de publicarlo.'
      ],
      avoid: ['Bromas, intrigas y llamadas a comentar.', 'Detalles que permitan reconocer a alguien sin su permiso.'],
      cta: '[Dónde encontrar ayuda: una dirección o un número comprobado hoy.]'
    },
    checks: [
      'La primera línea dice de qué trata el texto.',
      'Cada cifra tiene una fuente.',
      'Al lector se le pide una sola cosa, al final.',
      'No hay nada que no se diría en persona.',
      'Otra persona lo ha leído en voz alta.'
    ]
  },
  discovery: {
    keyMessage: 'Busque una pregunta que le hayan hecho de verdad, y contéstela para todos los que también la tienen.',
    angles: {
      contrarian: {
        idea: 'Algo que dejó de hacer, y por qué.',
        hook: '¿Qué dejó de hacer este año, y quién lo notó?'
      },
      'how-to': {
        idea: 'Algo que le pidieron explicar más de una vez.',
        hook: 'Escriba la respuesta que dio dos veces esta semana.'
      },
      story: {
        idea: 'Un día en que algo salió de forma distinta a lo previsto.',
        hook: 'Describa el último día que no salió según lo previsto.'
      }
    },
    outline: [
      { heading: 'La pregunta, tal como se hizo', note: 'En palabras de quien la hizo.' },
      { heading: 'Por qué se hizo', note: 'Qué quería conseguir esa persona.' },
      { heading: 'La respuesta corta', note: 'Una frase.' },
      { heading: 'La respuesta larga', note: 'De qué depende, con un ejemplo para cada caso.' },
      { heading: 'Qué hacer después', note: 'Un paso posible hoy mismo.' }
    ],
    questions: [
      '¿Qué le preguntó un cliente o un compañero esta semana?',
      '¿Qué explica usted una y otra vez?',
      '¿Qué error ha visto más de una vez?',
      '¿Qué hace de otra forma que los demás de su oficio?',
      '¿Sobre qué ha cambiado de opinión, y por qué?',
      '¿A qué herramienta o costumbre no renunciaría?',
      '¿De qué tiene miedo la gente antes de trabajar con usted?',
      '¿Qué le habría gustado saber hace un año?'
    ],
    proof: 'La pregunta con sus propias palabras, con permiso para citarla.',
    cta: '¿Qué le gustaría que le explicaran?'
  }
}
