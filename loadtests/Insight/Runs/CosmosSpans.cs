namespace DroneDelivery.LoadTests.Insight.Runs;

/// <summary>
/// Finds the calls to Cosmos DB in the spans of any service, and adds the attributes that the services of this repository set
/// themselves. An SDK has a span for each operation, by the old or the new form of OpenTelemetry's conventions. Where the HTTP
/// calls of an operation have spans too, those are the calls: they include retries, and share the charges of the operations.
/// </summary>
internal static class CosmosSpans
{
    private const string SystemName = "azure.cosmosdb";

    // Of each figure: the conventions, Microsoft's SDK where it differs, and the old form.
    private static readonly (string Attribute, string[] Forms)[] Figures =
    [
        (SpanRecord.StatusCode, ["db.response.status_code", "db.cosmosdb.status_code"]),
        (SpanRecord.RequestCharge,
        [
            "azure.cosmosdb.operation.request_charge", "azure.cosmosdb.request.request_charge", "db.cosmosdb.request_charge",
        ]),
        (SpanRecord.ReturnedRows, ["azure.cosmosdb.row.count", "db.cosmosdb.item_count"]),
    ];

    /// <summary>The spans with the calls of each trace tagged; unchanged if they were tagged before.</summary>
    public static IReadOnlyList<SpanRecord> Tag(IReadOnlyList<SpanRecord> spans)
    {
        var open = spans.Where(IsOpenOperation).Select(span => span.TraceId).ToHashSet();
        return open.Count == 0
            ? spans
            :
            [
                .. spans.GroupBy(span => span.TraceId)
                    .SelectMany(trace => open.Contains(trace.Key) ? TagTrace([.. trace]) : trace),
            ];
    }

    /// <summary>The container of a call; null if its span does not name it.</summary>
    public static string? Container(this SpanRecord call) =>
        call.Text("db.collection.name") ?? call.Text("db.cosmosdb.container") ?? Segment(call, "colls");

    public static bool IsCosmos(this SpanRecord span) =>
        span.Text(SpanRecord.CosmosCall) is not null
            ? span.Text("db.system.name") is null or SystemName
            : IsOperation(span);

    /// <summary>A figure of a call or an operation in whichever form it has.</summary>
    public static string? FindFigure(this SpanRecord span, string attribute) => Figures
        .First(figure => figure.Attribute == attribute).Forms
        .Prepend(attribute)
        .Select(span.Text)
        .FirstOrDefault(text => text is not null);

    private static bool IsOperation(SpanRecord span) => span.Kind != SpanFacts.ServerKind
        && (span.Text("db.system.name") is SystemName or "cosmosdb" || span.Text("db.system") == "cosmosdb");

    private static bool IsOpenOperation(SpanRecord span) => IsOperation(span) && span.Text(SpanRecord.CosmosCall) is null;

    private static IEnumerable<SpanRecord> TagTrace(IReadOnlyList<SpanRecord> trace)
    {
        var byId = trace.DistinctBy(span => span.SpanId).ToDictionary(span => span.SpanId);
        var operations = trace.Where(IsOpenOperation).Select(span => span.SpanId).ToHashSet();
        var found = trace.Where(span => span.Text(SpanRecord.CosmosCall) is not null
            || (span.Kind == SpanFacts.ClientKind && !operations.Contains(span.SpanId)
                && Ancestors(span).Any(outer => operations.Contains(outer.SpanId)))).ToList();
        var outer = trace.Where(span => operations.Contains(span.SpanId)).Concat(found)
            .SelectMany(Ancestors).Select(span => span.SpanId).ToHashSet();
        var attempts = found.Where(span => !outer.Contains(span.SpanId)).ToList();

        // A page that the SDK has read ahead is an operation without a call of its own.
        var covered = attempts.SelectMany(Ancestors).Where(span => operations.Contains(span.SpanId))
            .Select(span => span.Service).ToHashSet();
        var untagged = attempts.Where(span => span.Text(SpanRecord.CosmosCall) is null).Select(span => span.SpanId).ToHashSet();
        var answered = attempts.Count(span => untagged.Contains(span.SpanId) && IsAnsweredDataCall(span));
        var charges = trace.Where(span => operations.Contains(span.SpanId) && covered.Contains(span.Service))
            .Sum(span => Operation(span).Number(SpanRecord.RequestCharge) ?? 0);
        return trace.Select(span => untagged.Contains(span.SpanId) ? Attempt(span, answered == 0 ? 0 : charges / answered)
            : operations.Contains(span.SpanId) && !outer.Contains(span.SpanId) && !covered.Contains(span.Service)
                ? Operation(span)
            : span);

        IEnumerable<SpanRecord> Ancestors(SpanRecord span)
        {
            // A cycle of parents, which only a broken exporter sends, ends as well.
            for (var left = trace.Count; left > 0 && span.ParentSpanId is { } id && byId.TryGetValue(id, out var parent); left--)
            {
                yield return span = parent;
            }
        }
    }

    private static SpanRecord Attempt(SpanRecord span, double charge) => With(
        span,
        (SpanRecord.CosmosCall, IsForDocuments(span) ? SpanFacts.DataCall : SpanFacts.MetadataCall),
        (SpanRecord.RequestCharge, IsAnsweredDataCall(span) ? charge.ToString(CultureInfo.InvariantCulture) : null));

    /// <summary>An operation whose calls have no spans. In Gateway mode the SDK gives it the kind internal.</summary>
    private static SpanRecord Operation(SpanRecord span) => With(
        span,
        [
            (SpanRecord.CosmosCall, IsForItems(span) ? SpanFacts.DataCall : SpanFacts.MetadataCall),
            .. Figures.Select(figure => (figure.Attribute, span.FindFigure(figure.Attribute))),
        ]) with
    { Kind = SpanFacts.ClientKind };

    private static SpanRecord With(SpanRecord span, params IEnumerable<(string Name, string? Value)> attributes)
    {
        var all = new Dictionary<string, string>(span.Attributes) { ["db.system.name"] = SystemName };
        foreach (var (name, value) in attributes.Where(attribute => attribute.Value is not null))
        {
            all[name] = value!;
        }

        return span with { Attributes = all };
    }

    private static bool IsAnsweredDataCall(SpanRecord span) =>
        IsForDocuments(span) && span.Status() != SpanFacts.TooManyRequests;

    private static bool IsForDocuments(SpanRecord span) => span.UrlPath().Split('/').Contains("docs");

    /// <summary>Operations on databases, containers and throughput are metadata.</summary>
    private static bool IsForItems(SpanRecord span) =>
        (span.Text("db.operation.name") ?? span.Text("db.operation")) is not { } name
        || name.Contains("item", StringComparison.Ordinal)
        || name.StartsWith("execute_", StringComparison.Ordinal)
        || name.Contains("change_feed", StringComparison.Ordinal);

    private static string? Segment(SpanRecord span, string before) =>
        span.UrlPath().Split('/').SkipWhile(segment => segment != before).Skip(1).FirstOrDefault();
}
