using System.Globalization;
using System.Text;
using System.Text.Json;
using DroneDelivery.CosmosEmulator.Protocol;
using DroneDelivery.CosmosEmulator.Resources;

namespace DroneDelivery.CosmosEmulator.Endpoints;

/// <summary>
/// The throughput that a request asks for: with headers to create a container or a database, with its body to replace an offer.
/// </summary>
internal static class RequestedThroughput
{
    // As the service says it. It sets the throughput of such a change itself.
    private const string ToAutoscaleText = CosmosHeaders.MigrateToAutopilot
        + " must be supplied and offercontent must not contain autopilotSettings for migration from manual throughput to "
        + "autoscale.";

    private const string ToManualText = CosmosHeaders.MigrateToManual
        + " must be supplied and offercontent must contain autopilotSettings for migration of autoscale collection to manual "
        + "throughput.";

    /// <summary>
    /// The throughput of a new container or database; null for none, and for one that <paramref name="fault"/> refuses.
    /// </summary>
    public static ProvisionedThroughput? ReadHeaders(CosmosRequest request, out string? fault)
    {
        fault = null;
        var (manual, autoscale) = (request.Header(CosmosHeaders.OfferThroughput), request.Header(CosmosHeaders.OfferAutopilot));
        if (manual is null && autoscale is null)
        {
            return null;
        }

        if (manual is not null && autoscale is not null)
        {
            return Refuse(
                $"Only one of {CosmosHeaders.OfferThroughput} and {CosmosHeaders.OfferAutopilot} is allowed.", out fault);
        }

        // What is no number is no throughput either: 0 is refused with the rest.
        var throughput = autoscale is null
            ? ProvisionedThroughput.Manual(
                int.TryParse(manual, NumberStyles.None, CultureInfo.InvariantCulture, out var number) ? number : 0)
            : ReadAutoscale(ResourceJson.Parse(Encoding.UTF8.GetBytes(autoscale)), out fault);
        fault ??= throughput.FindFault();
        return fault is null ? throughput : null;
    }

    /// <summary>The throughput that an offer is to have; null for one that <paramref name="fault"/> refuses.</summary>
    public static ProvisionedThroughput? ReadOffer(CosmosRequest request, Offer offer, out string? fault)
    {
        fault = null;
        var content = ResourceJson.Find(ResourceJson.Parse(request.Body.Span), "content");
        var (manual, autoscale) = (ResourceJson.Find(content, "offerThroughput"), ResourceJson.Find(content, "offerAutopilotSettings"));
        if (manual is null && autoscale is null)
        {
            return Refuse("The offer has neither content.offerThroughput nor content.offerAutopilotSettings.", out fault);
        }

        var current = offer.Throughput;
        if (!current.IsAutoscale && (autoscale is not null || request.HeaderIsTrue(CosmosHeaders.MigrateToAutopilot)))
        {
            return autoscale is null ? current.ToAutoscale(offer.HighestEver) : Refuse(ToAutoscaleText, out fault);
        }

        if (current.IsAutoscale && (autoscale is null || request.HeaderIsTrue(CosmosHeaders.MigrateToManual)))
        {
            return autoscale is not null ? current.ToManual() : Refuse(ToManualText, out fault);
        }

        var throughput = autoscale is null
            ? ProvisionedThroughput.Manual(ReadInteger(manual))
            : ReadAutoscale(autoscale, out fault);
        fault ??= throughput.FindFault(offer.HighestEver);
        return fault is null ? throughput : null;
    }

    private static ProvisionedThroughput ReadAutoscale(JsonElement? settings, out string? fault)
    {
        fault = ResourceJson.Find(settings, "autoUpgradePolicy") is null
            ? null
            : "An autoUpgradePolicy of autoscale is not supported by this emulator.";
        return ProvisionedThroughput.Autoscale(ReadInteger(ResourceJson.Find(settings, "maxThroughput")));
    }

    private static ProvisionedThroughput? Refuse(string reason, out string? fault)
    {
        fault = reason;
        return null;
    }

    /// <summary>0 for what is no number.</summary>
    private static int ReadInteger(JsonElement? value) =>
        value is { ValueKind: JsonValueKind.Number } number && number.TryGetInt32(out var integer) ? integer : 0;
}
