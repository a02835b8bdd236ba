using System.Text.RegularExpressions;

namespace DroneDelivery.LoadTests.Insight.Advice.Evidence;

/// <summary>A call that a service made for a request, to another service or to a database.</summary>
/// <param name="Answering">The span of the answer; null where the call did not arrive, or the callee is not traced.</param>
internal sealed partial record ClientCall(SpanRecord Call, SpanRecord? Answering)
{
    /// <summary>The server span that made the call.</summary>
    public string Caller { get; init; } = "";

    /// <summary>How long the caller was busy with itself before the call: since its start or the end of its last call.</summary>
    public double GapMs { get; init; }

    public string? Service => Answering?.Service;

    /// <summary>The service, or else the database or host that is called.</summary>
    public string Callee => Service
        ?? Call.Text("peer.service")
        ?? (Call.DatabaseSystem(), Call.Address()) switch
        {
            ({ } system, { } host) => $"{system} at {host}",
            var (system, host) => system ?? host ?? Call.Name,
        };

    /// <summary>What calls have in common that differ only in their values: the same for each call of N+1.</summary>
    public string Pattern => Call.IsDatabaseCall()
        ? Value().Replace(Call.QueryText() ?? Call.Name, "?")
        : $"{Call.Method() ?? Call.Name} {Answering?.Text(SpanRecord.Route) ?? Value().Replace(Call.UrlPath(), "?")}";

    /// <summary>What a reader recognizes the call by: a database call by the name of its span, which is short.</summary>
    public string Label => Call.IsDatabaseCall() ? Call.Name : Pattern;

    /// <summary>Whether the call was answered 5xx, or not at all.</summary>
    public bool Failed => Call.Status() is { } status ? status is >= 500 and <= 599 : Call.Failed;

    /// <summary>
    /// Whether the call is to a database that reports partitions or charges: its patterns are judged by the rows that its calls
    /// return.
    /// </summary>
    public bool IsCharged => Call.Partition() is not null || Call.Number(SpanRecord.RequestCharge) is not null;

    /// <summary>The calls of a server span, ordered by start.</summary>
    public static IEnumerable<ClientCall> FromServer(TraceNode server)
    {
        var idleFrom = server.Span.StartNanoseconds;
        foreach (var call in server.Calls)
        {
            yield return new ClientCall(call.Span, call.Answering?.Span)
            {
                Caller = server.Span.SpanId,
                GapMs = Math.Max(0, call.Span.StartNanoseconds - idleFrom) / 1e6,
            };
            idleFrom = Math.Max(idleFrom, call.Span.EndNanoseconds());
        }
    }

    /// <summary>Texts and everything with a digit: numbers, ids and parameters.</summary>
    [GeneratedRegex(@"'[^']*'|[\w$-]*\d[\w-]*", RegexOptions.CultureInvariant)]
    private static partial Regex Value();
}
