namespace DroneDelivery.LoadTests.Lab.Live;

/// <summary>Reads and changes the settings of the running system; answers 404 for a read-only page.</summary>
internal sealed class SettingsEndpoints(LiveControls? controls) : IDisposable
{
    private static readonly JsonSerializerOptions Strict =
        new(JsonSerializerDefaults.Web) { UnmappedMemberHandling = JsonUnmappedMemberHandling.Disallow };

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

        if (await ReadAsync(request, cancellationToken) is not { } change)
        {
            return TypedResults.Problem(
                "The body is not a JSON object of settings. Settings: " + string.Join(", ", SettingNames) + ".",
                statusCode: StatusCodes.Status400BadRequest);
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

    private static IEnumerable<string> SettingNames =>
        typeof(SettingsChange).GetProperties().Select(property => JsonNamingPolicy.CamelCase.ConvertName(property.Name));

    private static ProblemHttpResult ReadOnly() => TypedResults.Problem(
        "This run follows its scenario and cannot be changed. Use 'lab up' to change flags.",
        statusCode: StatusCodes.Status404NotFound);

    private static async Task<SettingsChange?> ReadAsync(HttpRequest request, CancellationToken cancellationToken)
    {
        try
        {
            return request.HasJsonContentType()
                ? await JsonSerializer.DeserializeAsync<SettingsChange>(request.Body, Strict, cancellationToken)
                : null;
        }
        catch (JsonException)
        {
            return null;
        }
    }

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
