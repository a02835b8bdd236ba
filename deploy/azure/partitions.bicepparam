using 'main.bicep'

extends 'main.bicepparam'

param step = 'partitions'
