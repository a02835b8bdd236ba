metadata description = 'Creates the containers: Azure makes a physical partition for each 6,000 RU/s. $9.12 an hour.'

@export()
type containerName = 'deliveriesByDeliveryId' | 'deliveriesByOwnerId' | 'deliverySummaries'

param accountName string

@description('None that exists: Azure refuses options.throughput for it.')
param newContainers containerName[]

var containers = [
  { name: 'deliveriesByDeliveryId', key: '/deliveryId', throughput: 54000 }
  { name: 'deliveriesByOwnerId', key: '/ownerId', throughput: 54000 }
  { name: 'deliverySummaries', key: '/ownerId', throughput: 6000 }
]

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2024-11-15' existing = {
  name: '${accountName}/drones'
}

resource created 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers@2024-11-15' = [
  for container in filter(containers, each => contains(newContainers, each.name)): {
    parent: database
    name: container.name
    properties: {
      resource: { id: container.name, partitionKey: { kind: 'Hash', version: 2, paths: [container.key] } }
      options: { throughput: container.throughput }
    }
  }
]
