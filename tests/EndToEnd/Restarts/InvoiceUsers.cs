using System.Collections.Concurrent;
using System.Globalization;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>One answer to a request for an invoice, with the moment it came.</summary>
internal sealed record InvoiceAnswer(long At, string Owner, int Status, string Body)
{
    public bool IsServed => Status == 200;
}

/// <summary>Users who ask for invoices of owners 1 to 10, each again as soon as it has been answered.</summary>
internal sealed class InvoiceUsers(HttpClient client)
{
    private const int Users = 6;
    private const int Owners = 10;

    private readonly AnswerRow _row = new();
    private TaskCompletionSource _next = NewSignal();

    public ConcurrentQueue<InvoiceAnswer> Answers { get; } = new();

    /// <summary>Completes once so many answers, from now on, were served, or were not, one after another.</summary>
    public Task RowOfAsync(int answers, bool served) => _row.WaitAsync(answers, served);

    /// <summary>Completes with the next answer to anybody, served or not.</summary>
    public Task NextAnswerAsync() => Volatile.Read(ref _next).Task.WaitAsync(TestContext.Current.CancellationToken);

    public async Task<Dictionary<string, string>> ReadEachOnceAsync(CancellationToken cancellationToken)
    {
        var bodies = new Dictionary<string, string>();
        for (var i = 0; i < Owners; i++)
        {
            var answer = await AskAsync(OwnerAt(i), cancellationToken);
            Assert.True(answer.IsServed, answer.Body);
            bodies[answer.Owner] = answer.Body;
        }

        return bodies;
    }

    public Task RunAsync(CancellationToken stop) => Task.WhenAll(Enumerable.Range(0, Users).Select(async user =>
    {
        for (var i = user; !stop.IsCancellationRequested; i++)
        {
            // A request that has begun is waited for: its answer counts.
            Keep(await AskAsync(OwnerAt(i), TestContext.Current.CancellationToken));
        }
    }));

    private void Keep(InvoiceAnswer answer)
    {
        Answers.Enqueue(answer);
        _row.Add(answer.IsServed);
        Interlocked.Exchange(ref _next, NewSignal()).SetResult();
    }

    private static TaskCompletionSource NewSignal() => new(TaskCreationOptions.RunContinuationsAsynchronously);

    private static string OwnerAt(int i) => string.Create(CultureInfo.InvariantCulture, $"owner-{(i % Owners) + 1:0000}");

    private async Task<InvoiceAnswer> AskAsync(string owner, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync($"/api/invoices/{owner}?year=2025&month=3", cancellationToken);
        var body = await response.Content.ReadAsStringAsync(cancellationToken);
        return new InvoiceAnswer(TimeProvider.System.GetTimestamp(), owner, (int)response.StatusCode, body);
    }
}
