using DroneDelivery.CosmosEmulator.Batches;
using DroneDelivery.CosmosEmulator.Documents;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Operations that change items as writes of a store: those of single requests, and those of batches.</summary>
internal sealed class ItemWrites(ItemPatches patches)
{
    /// <summary>The write of an operation; an invalid one for an operation that is not possible by itself.</summary>
    /// <param name="key">The item. Of a new one only the partition key counts: the document has the id.</param>
    /// <param name="cancellationToken">Ends the evaluation of a patch's condition.</param>
    public Write Create(
        BatchOperationKind kind,
        Container container,
        DocumentKey key,
        ReadOnlyMemory<byte> body,
        string? ifMatch,
        CancellationToken cancellationToken)
    {
        switch (kind)
        {
            case BatchOperationKind.Delete:
                return Write.Delete(key, ifMatch);
            case BatchOperationKind.Patch:
                return patches.ToWrite(container, key, body, ifMatch, cancellationToken);
        }

        if (!ItemBody.TryRead(body, container, key.PartitionKey, out var draft, out var fault))
        {
            return kind == BatchOperationKind.Replace ? Write.InvalidUpdate(key, fault) : Write.Invalid(fault);
        }

        return kind switch
        {
            BatchOperationKind.Create => Write.Create(draft),
            BatchOperationKind.Upsert => Write.Upsert(draft, ifMatch),
            BatchOperationKind.Replace => Write.Replace(key, draft, ifMatch),
            _ => throw new InvalidOperationException($"The operation {kind} writes no document."),
        };
    }
}
