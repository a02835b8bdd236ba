using System.Diagnostics.CodeAnalysis;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Partitions;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Where an item request goes: its container and its partition, which has let it in.</summary>
internal sealed record ItemAddress(Container Container, Partition Partition, DocumentKey Key)
{
    /// <summary>The address, or the answer that refuses the request.</summary>
    public static bool TryFind(
        Account account,
        PartitionEntry entry,
        CosmosRequest request,
        [NotNullWhen(true)] out ItemAddress? address,
        [NotNullWhen(false)] out CosmosResponse? refusal)
    {
        address = null;
        refusal = Find(account, request, ref address) ?? entry.Refuse(address!.Container, address.Partition);
        address = refusal is null ? address : null;
        return refusal is null && address is not null;
    }

    /// <summary>
    /// As <see cref="TryFind"/>, for a request that changes the item. Triggers and the indexing directive Exclude are refused.
    /// </summary>
    public static bool TryFindForWrite(
        Account account,
        PartitionEntry entry,
        CosmosRequest request,
        [NotNullWhen(true)] out ItemAddress? address,
        [NotNullWhen(false)] out CosmosResponse? refusal)
    {
        address = null;
        refusal = request.Header(CosmosHeaders.PreTriggers) is not null || request.Header(CosmosHeaders.PostTriggers) is not null
                ? CosmosErrors.NotSupported("A trigger")
            : request.Header(CosmosHeaders.IndexingDirective) == IndexingDirectives.Exclude
                ? CosmosErrors.NotSupported(IndexingDirectives.ExcludeFeature)
            : null;
        return refusal is null && TryFind(account, entry, request, out address, out refusal);
    }

    private static CosmosResponse? Find(Account account, CosmosRequest request, ref ItemAddress? address)
    {
        if (DataContainer.Find(account, request, out var refusal) is not { } container)
        {
            return refusal;
        }

        if (request.Header(CosmosHeaders.PartitionKey) is not { } header)
        {
            return CosmosErrors.Data(
                container, null, CosmosStatus.BadRequest, "PartitionKey value must be supplied for this operation.");
        }

        if (!PartitionKeyHeader.TryRead(container, header, isPrefixAllowed: false, out var key, out refusal))
        {
            return refusal;
        }

        request.LogicalKey = key;
        address = new ItemAddress(container, container.Partitions.Find(key.Hash), new DocumentKey(key.Hash, request.Path.Item));
        return null;
    }
}
