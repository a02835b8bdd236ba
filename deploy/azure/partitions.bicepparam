using 'main.bicep'

extends 'main.bicepparam'

param step = 'partitions'
param newContainers = ['deliveriesByDeliveryId', 'deliveriesByOwnerId', 'deliverySummaries']
