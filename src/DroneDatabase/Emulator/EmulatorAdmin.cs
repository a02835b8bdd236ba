using System.Net.Http.Json;

namespace DroneDelivery.DroneDatabase.Emulator;

/// <summary>The emulator's admin API under <c>/_emulator</c>.</summary>
public sealed class EmulatorAdmin(Uri endpoint) : IDisposable
{
    private static readonly TimeSpan AnswerLimit = TimeSpan.FromSeconds(10);

    private readonly HttpClient _http = NewClient(endpoint, AnswerLimit);

    // The duration of an import has no limit.
    private readonly HttpClient _import = NewClient(endpoint, Timeout.InfiniteTimeSpan);

    public Uri Health => new(_http.BaseAddress!, "health");

    /// <summary>Whether an emulator answers at the address; an Azure account does not.</summary>
    /// <exception cref="HttpRequestException">There is no answer, of either.</exception>
    public async Task<bool> IsThereAsync(CancellationToken cancellationToken)
    {
        try
        {
            using var response = await _http.GetAsync(Health, cancellationToken);
            return response.IsSuccessStatusCode;
        }
        catch (OperationCanceledException exception) when (!cancellationToken.IsCancellationRequested)
        {
            throw new HttpRequestException($"There was no answer within {AnswerLimit.TotalSeconds:0} s.", exception);
        }
    }

    /// <summary>Counters since the last reset, with all seconds from <paramref name="sinceSecond"/> (Unix time) on.</summary>
    /// <exception cref="ExpectedException">The emulator did not answer. This applies to every member below.</exception>
    public async Task<EmulatorState> ReadStateAsync(long sinceSecond, CancellationToken cancellationToken)
    {
        var path = $"state?sinceSecond={sinceSecond}";
        return await AnsweredAsync(() => _http.GetFromJsonAsync<EmulatorState>(path, cancellationToken), cancellationToken)
            ?? throw new ExpectedException("The emulator returned an empty state.");
    }

    /// <summary>Sets all counters to zero; documents and budgets stay.</summary>
    public Task ResetAsync(CancellationToken cancellationToken) => ChangeAsync(
        () => _http.PostAsync("reset", content: null, cancellationToken), "reset its counters", cancellationToken);

    /// <summary>The settings apply from the next data call on.</summary>
    public Task ChangeSettingsAsync(EmulatorSettings settings, CancellationToken cancellationToken) => ChangeAsync(
        () => _http.PutAsJsonAsync("settings", settings, cancellationToken), "change its settings", cancellationToken);

    /// <summary>Creates the container, or replaces it. Imports documents without latency or request charge.</summary>
    /// <param name="write">Writes the documents, one in each line.</param>
    public async Task FillAsync(
        string database,
        string container,
        string partitionKeyPath,
        int partitions,
        int throughput,
        Func<Stream, CancellationToken, Task> write,
        CancellationToken cancellationToken)
    {
        var path = $"databases/{database}/containers/{container}";
        await ChangeAsync(
            () => _http.PutAsJsonAsync(path, new { partitionKeyPath, partitions, throughput }, cancellationToken),
            $"create the container {container}",
            cancellationToken);
        using var content = new StreamedContent(write) { Headers = { ContentType = new("application/x-ndjson") } };
        await ChangeAsync(
            () => _import.PostAsync($"{path}/import", content, cancellationToken),
            $"import documents into {container}",
            cancellationToken);
    }

    public void Dispose()
    {
        _http.Dispose();
        _import.Dispose();
    }

    private static HttpClient NewClient(Uri endpoint, TimeSpan timeout) =>
        new() { BaseAddress = new Uri(endpoint, "_emulator/"), Timeout = timeout };

    private static async Task ChangeAsync(Func<Task<HttpResponseMessage>> send, string what, CancellationToken cancellationToken)
    {
        using var response = await AnsweredAsync(send, cancellationToken);
        if (!response.IsSuccessStatusCode)
        {
            var body = await response.Content.ReadAsStringAsync(cancellationToken);
            throw new ExpectedException($"The emulator could not {what}: {(int)response.StatusCode} {body}");
        }
    }

    private static async Task<T> AnsweredAsync<T>(Func<Task<T>> ask, CancellationToken cancellationToken)
    {
        try
        {
            return await ask();
        }
        catch (Exception exception) when (exception is HttpRequestException
            || (exception is OperationCanceledException && !cancellationToken.IsCancellationRequested))
        {
            var how = exception is HttpRequestException ? $": {exception.Message}" : $" within {AnswerLimit.TotalSeconds:0} s.";
            throw new ExpectedException(
                $"The emulator did not answer{how} Its log is cosmos-emulator.log in the folder of the runs.", exception);
        }
    }
}
