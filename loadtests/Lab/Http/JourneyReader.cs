using DroneDelivery.LoadTests.Lab.Http.Journeys;

namespace DroneDelivery.LoadTests.Lab.Http;

/// <summary>Checks and prepares the journeys of a file. An error is a <see cref="FormatException"/> of one line.</summary>
/// <param name="columns">The columns of <c>--feed</c>, which every step may use.</param>
/// <param name="headers">The headers of all calls; a step may have others of the same names.</param>
/// <param name="allowRemote">Whether requests may go to other machines than this one.</param>
internal sealed class JourneyReader(
    JourneyFile file, IEnumerable<string> columns, IReadOnlyList<KeyValuePair<string, string>> headers, bool allowRemote)
{
    public IReadOnlyList<PreparedJourney> Read() => [.. file.Journeys!.Index().Select(each => Read(each.Item, each.Index + 1))];

    private PreparedJourney Read(JourneyDefinition? journey, int number)
    {
        var (name, known) = (journey?.Name ?? $"journey {number}", columns.ToHashSet());
        if (journey is null)
        {
            throw Wrong(name, "it is null");
        }

        if (journey.Weight is < 0 || !double.IsFinite(journey.Weight ?? 1))
        {
            throw Wrong(name, "a weight is zero or more");
        }

        var steps = (journey.Steps ?? []).Select(step => Read(step, name, known)).ToList();
        return steps.Any(step => step.Call is not null)
            ? new PreparedJourney(name, journey.Weight ?? 1, steps)
            : throw Wrong(name, "it has no step with a \"url\"");
    }

    private PreparedStep Read(StepDefinition? step, string journey, HashSet<string> known)
    {
        if (step is null)
        {
            throw Wrong(journey, "a step is null");
        }

        var where = $"{journey}, step '{step.Name ?? step.Url ?? step.Pause}'";
        try
        {
            return new PreparedStep(
                step.Url is null ? OnlyPause(step) : Call(step, step.Url, known),
                step.Pause is { } pause ? ThinkText.Parse(pause, "\"pause\"") : null);
        }
        catch (Exception exception) when (exception is FormatException or ArgumentException)
        {
            throw Wrong(where, exception.Message.ReplaceLineEndings(" "), exception);
        }
    }

    private static PreparedCall? OnlyPause(StepDefinition step) =>
        step is { Pause: not null, Method: null, Headers: null, Body: null, Checks: null, Take: null }
        ? null
        : throw new FormatException("it needs a \"url\", or a \"pause\" and nothing else.");

    /// <param name="known">The names that earlier steps take. The names that this step takes are added.</param>
    private PreparedCall Call(StepDefinition step, string url, HashSet<string> known)
    {
        var method = RequestOptions.MethodOf(step.Method, step.Body is not null);
        var whole = url.StartsWith('/') ? file.Base?.TrimEnd('/') + url : url;
        var address = RequestOptions.Target(whole, allowRemote).OriginalString;
        var own = (step.Headers ?? new Dictionary<string, string>()).Select(header =>
            header.Value is null ? throw new FormatException($"the header {header.Key} has no value.") : header).ToList();
        var common = headers.ExceptBy(own.Select(header => header.Key), header => header.Key, StringComparer.OrdinalIgnoreCase);
        var template = new RequestTemplate(method, address, [.. common, .. own], Body(step.Body));
        // Throws if the request would not be valid.
        _ = template.Fill(name => known.Contains(name) ? "0" : null);
        if (template.NeededNames.FirstOrDefault(name => !known.Contains(name)) is { } unknown)
        {
            throw new FormatException($"no earlier step and no column of --feed has {{{unknown}}}; there is {Known(known)}.");
        }

        var checks = (step.Checks ?? []).Select(check => AnswerCheckText.Parse(check ?? "")).ToList();
        var takes = step.Take?.ToDictionary(take => take.Key, take => ExtractionOf(take.Value)) ?? [];
        known.UnionWith(takes.Keys);
        return new PreparedCall(step.Name ?? $"{method} {url}", template, checks, takes);
    }

    private static byte[]? Body(JsonElement? body) => body is not { } given ? null
        : Encoding.UTF8.GetBytes(given.ValueKind == JsonValueKind.String ? given.GetString()! : given.GetRawText());

    private static Extraction ExtractionOf(TakeDefinition take) => take switch
    {
        { Json: { } path, Regex: null, Header: null } => Extraction.ByJsonPointer(JsonPath.ToPointer(path)),
        { Json: null, Regex: { } pattern, Header: null } => Extraction.ByRegex(pattern),
        { Json: null, Regex: null, Header: { } header } => Extraction.ByHeader(header),
        _ => throw new FormatException("a value is taken by one of \"json\", \"regex\" and \"header\"."),
    };

    private static string Known(HashSet<string> known) =>
        known.Count == 0 ? "none" : string.Join(", ", known.Order(StringComparer.Ordinal).Select(name => $"{{{name}}}"));

    private static FormatException Wrong(string where, string why, Exception? inner = null) =>
        new($"--journey: {where}: {why}", inner);
}
