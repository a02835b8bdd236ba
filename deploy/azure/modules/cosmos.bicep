metadata description = 'The Cosmos DB account, which accepts no key, its database, and a role that reads and writes items.'

param name string
param location string

@maxValue(120000)
param totalThroughputLimit int

param dataUsers dataUser[]

@description('The assignment of the role is named after the name; the id is the principal\'s in Microsoft Entra ID.')
type dataUser = { name: string, id: string }

resource account 'Microsoft.DocumentDB/databaseAccounts@2024-11-15' = {
  name: name
  location: location
  kind: 'GlobalDocumentDB'
  properties: {
    databaseAccountOfferType: 'Standard'
    consistencyPolicy: { defaultConsistencyLevel: 'Session' }
    locations: [{ locationName: location, failoverPriority: 0, isZoneRedundant: false }]
    disableLocalAuth: true
    // An idle partition would serve more RU/s than it has, for seconds: a test would measure that.
    enableBurstCapacity: false
    enablePartitionMerge: false
    enableAutomaticFailover: false
    minimalTlsVersion: 'Tls12'
    capacity: { totalThroughputLimit: totalThroughputLimit }
  }
}

resource database 'Microsoft.DocumentDB/databaseAccounts/sqlDatabases@2024-11-15' = {
  parent: account
  name: 'drones'
  properties: { resource: { id: 'drones' } }
}

// Nothing of the management plane: no database, container or throughput can be created, changed or deleted with it.
resource dataRole 'Microsoft.DocumentDB/databaseAccounts/sqlRoleDefinitions@2024-11-15' = {
  parent: account
  name: guid(name, 'items')
  properties: {
    roleName: 'Read and write items'
    type: 'CustomRole'
    assignableScopes: [account.id]
    permissions: [
      {
        dataActions: [
          'Microsoft.DocumentDB/databaseAccounts/readMetadata'
          'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/executeQuery'
          'Microsoft.DocumentDB/databaseAccounts/sqlDatabases/containers/items/*'
        ]
      }
    ]
  }
}

// One after another: while Azure writes one, the account is locked, and it refuses another (412, "exclusive lock").
@batchSize(1)
resource dataRoleAssignments 'Microsoft.DocumentDB/databaseAccounts/sqlRoleAssignments@2024-11-15' = [
  for user in dataUsers: {
    parent: account
    name: guid(name, 'items', user.name)
    properties: {
      principalId: user.id
      roleDefinitionId: dataRole.id
      scope: account.id
    }
  }
]

output endpoint string = account.properties.documentEndpoint
