namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Reads and changes the settings of the running system; answers 404 for a read-only page.</summary>
internal sealed class SettingsEndpoints(LiveControls? controls) : IDisposable
{
    private static readonly JsonSerializerOptions Strict =
        new(JsonSerializerDefaults.Web) { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow };

    /// <summary>The settings by their names in JSON.</summary>
    private static readonly Dictionary<string, Type> SettingTypes = typeof(SettingsChange).GetProperties().ToDictionary(
        property => JsonNamingPolicy.CamelCase.ConvertName(property.Name),
        property => Nullable.GetUnderlyingType(property.PropertyType) ?? property.PropertyType,
        StringComparer.OrdinalIgnoreCase);

    private readonly SemaphoreSlim _oneAtATime = new(1);

    public void Map(IEndpointRouteBuilder routes)
    {
        var group = routes.MapGroup("/api/settings");
        group.MapGet("", GetSettings);
        group.MapPut("", PutSettingsAsync);
    }

    public void Dispose() => _oneAtATime.Dispose();

    private Results<Ok<LiveSettings>, ProblemHttpResult> GetSettings() =>
        controls is null ? ReadOnly() : TypedResults.Ok(controls.Current());

    private async Task<Results<Ok<LiveSettings>, ValidationProblem, ProblemHttpResult>> PutSettingsAsync(
        HttpRequest request, CancellationToken cancellationToken)
    {
        if (controls is null)
        {
            return ReadOnly();
        }

        var (change, fault) = await ReadAsync(request, cancellationToken);
        if (change is null)
        {
            return TypedResults.Problem(fault, statusCode: StatusCodes.Status400BadRequest);
        }

        await _oneAtATime.WaitAsync(cancellationToken);
        try
        {
            return await ApplyAsync(controls, change, cancellationToken);
        }
        finally
        {
            _oneAtATime.Release();
        }
    }

    private static async Task<Results<Ok<LiveSettings>, ValidationProblem, ProblemHttpResult>> ApplyAsync(
        LiveControls controls, SettingsChange change, CancellationToken cancellationToken)
    {
        var settings = change.ApplyTo(controls.Current());
        var problems = FindProblems(settings, controls.Choices);
        if (problems.Count > 0)
        {
            return TypedResults.ValidationProblem(problems);
        }

        try
        {
            await controls.ApplyAsync(settings, cancellationToken);
            return TypedResults.Ok(controls.Current());
        }
        catch (ExpectedException exception)
        {
            return TypedResults.Problem(exception.Message, statusCode: StatusCodes.Status502BadGateway);
        }
    }

    private static ProblemHttpResult ReadOnly() => TypedResults.Problem(
        "This run follows its scenario and cannot be changed. Use 'lab up' to change flags.",
        statusCode: StatusCodes.Status404NotFound);

    /// <summary>The settings, or null and why the body has none.</summary>
    private static async Task<(SettingsChange? Change, string Fault)> ReadAsync(
        HttpRequest request, CancellationToken cancellationToken)
    {
        var fault = $"The body is not a JSON object of settings. Settings: {string.Join(", ", SettingTypes.Keys)}.";
        try
        {
            return request.HasJsonContentType()
                ? (await JsonSerializer.DeserializeAsync<SettingsChange>(request.Body, Strict, cancellationToken), fault)
                : (null, fault);
        }
        catch (JsonException exception)
        {
            return (null, DescribeWrongType(exception.Path) ?? fault);
        }
    }

    /// <summary>Null if the path does not lead to a setting.</summary>
    /// <param name="path">Where the JSON could not be read, for example <c>$.users</c>.</param>
    private static string? DescribeWrongType(string? path) =>
        path?.StartsWith("$.", StringComparison.Ordinal) == true && SettingTypes.TryGetValue(path[2..], out var type)
            ? $"'{path[2..]}' has to be {Describe(type)}."
            : null;

    private static string Describe(Type type) =>
        type == typeof(int) ? "a whole number" : type == typeof(double) ? "a number" : "a string";

    /// <summary>All problems, by the name of the setting in JSON; none if the settings can be applied.</summary>
    private static Dictionary<string, string[]> FindProblems(LiveSettings settings, SettingChoices choices)
    {
        var problems = new Dictionary<string, string[]>();
        OneOf("partitionKey", settings.PartitionKey, choices.PartitionKeys);
        OneOf("fault", settings.Fault, choices.Faults.Select(fault => fault.Name));
        Between("maxConcurrency", settings.MaxConcurrency, choices.LowestMaxConcurrency, choices.HighestMaxConcurrency);
        Between("latencyMeanMs", settings.LatencyMeanMs, 0, choices.MaxLatencyMs);
        Between("users", settings.Users, 0, choices.MaxUsers);
        Between("throughput", settings.Throughput, choices.MinThroughput, choices.MaxThroughput);
        if (settings.Throughput % choices.ThroughputStep != 0)
        {
            problems.TryAdd("throughput", [$"{settings.Throughput} is not a multiple of {choices.ThroughputStep} RU/s."]);
        }

        return problems;

        void OneOf(string name, string value, IEnumerable<string> allowed)
        {
            if (!allowed.Contains(value))
            {
                problems[name] = [$"'{value}' is not one of {string.Join(", ", allowed)}."];
            }
        }

        void Between(string name, double value, double min, double max)
        {
            if (!(value >= min && value <= max))
            {
                problems[name] = [$"{value} is not between {min} and {max}."];
            }
        }
    }
}

/// <summary>The operations of the page on the system. A page without controls is read-only.</summary>
/// <param name="Current">The current settings.</param>
/// <param name="ApplyAsync">
/// Applies the settings, which have been validated. One call at a time. Throws <see cref="LabException"/> if a service does not
/// start again.
/// </param>
internal sealed record LiveControls(
    SettingChoices Choices, Func<LiveSettings> Current, Func<LiveSettings, CancellationToken, Task> ApplyAsync);
