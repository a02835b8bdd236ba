namespace DroneDelivery.LoadTests.Lab.Emulator;

/// <summary>The emulator's admin API under <c>/_emulator</c>.</summary>
internal sealed class EmulatorAdmin(Uri endpoint) : IDisposable
{
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(10);

    private readonly HttpClient _http = NewClient(endpoint, AnswerLimit);

    // An import takes as long as it takes.
    private readonly HttpClient _import = NewClient(endpoint, Timeout.InfiniteTimeSpan);

    public Uri Health => new(_http.BaseAddress!, "health");

    /// <summary>Whether an emulator answers at the address; an Azure account does not.</summary>
    public async Task<bool> IsThereAsync(CancellationToken cancellationToken)
    {
        using var response = await _http.GetAsync(Health, cancellationToken);
        return response.IsSuccessStatusCode;
    }

    /// <summary>Counters since the last reset, with every partition's seconds from <paramref name="sinceSecond"/> (Unix time) on.</summary>
    public async Task<EmulatorState> ReadStateAsync(long sinceSecond, CancellationToken cancellationToken) =>
        await _http.GetFromJsonAsync<EmulatorState>(FormattableString.Invariant($"state?sinceSecond={sinceSecond}"), cancellationToken)
        ?? throw new LabException("The emulator answered its state with nothing.");

    /// <summary>Sets all counters to zero; documents and budgets stay.</summary>
    public async Task ResetAsync(CancellationToken cancellationToken)
    {
        using var response = await _http.PostAsync("reset", content: null, cancellationToken);
        response.EnsureSuccessStatusCode();
    }

    /// <summary>Applies from the next data call on.</summary>
    public async Task ChangeSettingsAsync(EmulatorSettings settings, CancellationToken cancellationToken)
    {
        using var response = await _http.PutAsJsonAsync("settings", settings, cancellationToken);
        await EnsureSuccessAsync(response, "change its settings", cancellationToken);
    }

    /// <summary>Creates the container, or replaces it with an empty one.</summary>
    public async Task CreateContainerAsync(
        string database, string container, string partitionKeyPath, int partitions, int throughput, CancellationToken cancellationToken)
    {
        using var response = await _http.PutAsJsonAsync(
            $"databases/{database}/containers/{container}", new { partitionKeyPath, partitions, throughput }, cancellationToken);
        await EnsureSuccessAsync(response, $"create the container {container}", cancellationToken);
    }

    /// <summary>Loads documents, one a line, without latency or charge.</summary>
    public async Task ImportAsync(
        string database, string container, Func<Stream, CancellationToken, Task> write, CancellationToken cancellationToken)
    {
        using var content = new StreamedContent(write);
        using var response = await _import.PostAsync($"databases/{database}/containers/{container}/import", content, cancellationToken);
        await EnsureSuccessAsync(response, $"import documents into {container}", cancellationToken);
    }

    public void Dispose()
    {
        _http.Dispose();
        _import.Dispose();
    }

    private static HttpClient NewClient(Uri endpoint, TimeSpan timeout) =>
        new() { BaseAddress = new Uri(endpoint, "_emulator/"), Timeout = timeout };

    private static async Task EnsureSuccessAsync(HttpResponseMessage response, string what, CancellationToken cancellationToken)
    {
        if (!response.IsSuccessStatusCode)
        {
            var body = await response.Content.ReadAsStringAsync(cancellationToken);
            throw new LabException($"The emulator could not {what}: {(int)response.StatusCode} {body}");
        }
    }
}
