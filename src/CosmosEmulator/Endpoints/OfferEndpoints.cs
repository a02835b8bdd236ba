using System.Text.Json;
using System.Text.Json.Nodes;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Query.Syntax;
using DroneDelivery.CosmosEmulator.Resources;
using DroneDelivery.CosmosEmulator.Responses;
using DroneDelivery.CosmosEmulator.Values;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>Throughput: clients look the offer up by its container's RID, then read or replace it.</summary>
internal sealed class OfferEndpoints(Account account, QueryPrograms programs, TimeProvider time)
{
    public CosmosResponse List() => Answer(AllOffers());

    public CosmosResponse Query(CosmosRequest request)
    {
        try
        {
            var program = programs.Find(request.Body);
            if (!program.IsWholeDocument || program.Limits.Count is not null)
            {
                return CosmosErrors.NotSupported("A query of offers other than SELECT * with a filter");
            }

            return Answer(AllOffers().Where(offer => program.Matches(offer, time)));
        }
        catch (SqlException error)
        {
            return CosmosErrors.BadRequest(error.ToErrorJson());
        }
    }

    public CosmosResponse Read(CosmosRequest request) => Find(request) is { } container ? Answer(container) : NotFound(request);

    public CosmosResponse Replace(CosmosRequest request)
    {
        if (Find(request) is not { } container)
        {
            return NotFound(request);
        }

        if (ResourceJson.ReadId(request.Body) is { } id && id != container.Offer.Rid)
        {
            return CosmosErrors.BadRequest($"The id of the offer is '{container.Offer.Rid}', not '{id}'.");
        }

        if (ReadThroughput(request.Body) is not { } throughput)
        {
            return CosmosErrors.BadRequest(
                "The offer has no content.offerThroughput. Autoscale is not supported by this emulator.");
        }

        if (Offer.FindFault(throughput, container.Offer.MinThroughput) is { } fault)
        {
            return CosmosErrors.BadRequest(fault);
        }

        return container.TrySetThroughput(throughput, request.Header("If-Match"))
            ? Answer(container)
            : CosmosErrors.PreconditionFailed();
    }

    private IEnumerable<ReadOnlyMemory<byte>> AllOffers() =>
        account.Containers.Select(container => ResourceJson.ToBytes(container.Offer.ToJson()));

    private Container? Find(CosmosRequest request) =>
        account.Containers.FirstOrDefault(container => container.Offer.Rid == request.Path.Item);

    private static int? ReadThroughput(ReadOnlyMemory<byte> body)
    {
        try
        {
            var content = (JsonNode.Parse(body.Span) as JsonObject)?["content"] as JsonObject;
            var value = content?["offerThroughput"] as JsonValue;
            return value is not null && value.TryGetValue<int>(out var throughput) ? throughput : null;
        }
        catch (Exception error) when (error is JsonException or ArgumentException or InvalidOperationException)
        {
            return null;
        }
    }

    private static CosmosResponse NotFound(CosmosRequest request) => CosmosErrors.NotFound($"The offer '{request.Path.Item}'");

    private static CosmosResponse Answer(Container container) => new()
    {
        Status = CosmosStatus.Ok,
        Container = container,
        Body = ResourceJson.ToBytes(container.Offer.ToJson()),
        ETag = container.Offer.ETag,
        MinThroughput = container.Offer.MinThroughput,
    };

    private static CosmosResponse Answer(IEnumerable<ReadOnlyMemory<byte>> offers)
    {
        var feed = ResourceFeed.Create("", "Offers", offers.Select(offer => new JsonText(offer)).ToArray());
        return new CosmosResponse { Status = CosmosStatus.Ok, Feed = feed, ItemCount = feed.Count };
    }
}
