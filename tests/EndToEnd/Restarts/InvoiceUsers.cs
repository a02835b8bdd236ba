using System.Collections.Concurrent;
using System.Globalization;

namespace DroneDelivery.EndToEnd.Restarts;

/// <summary>One answer to a request for an invoice, with the moment it came.</summary>
internal sealed record InvoiceAnswer(long At, string Owner, int Status, string Body);

/// <summary>Users who ask for invoices of owners 1 to 10, each again as soon as it has been answered.</summary>
internal sealed class InvoiceUsers(HttpClient client)
{
    private const int Users = 6;
    private const int Owners = 10;

    public ConcurrentQueue<InvoiceAnswer> Answers { get; } = new();

    public async Task<Dictionary<string, string>> ReadEachOnceAsync(CancellationToken cancellationToken)
    {
        var bodies = new Dictionary<string, string>();
        for (var i = 0; i < Owners; i++)
        {
            var answer = await AskAsync(OwnerAt(i), cancellationToken);
            Assert.Equal(200, answer.Status);
            bodies[answer.Owner] = answer.Body;
        }

        return bodies;
    }

    public Task RunAsync(CancellationToken stop) => Task.WhenAll(Enumerable.Range(0, Users).Select(async user =>
    {
        for (var i = user; !stop.IsCancellationRequested; i++)
        {
            // A request that has begun is waited for: its answer counts.
            Answers.Enqueue(await AskAsync(OwnerAt(i), TestContext.Current.CancellationToken));
        }
    }));

    private static string OwnerAt(int i) => string.Create(CultureInfo.InvariantCulture, $"owner-{(i % Owners) + 1:0000}");

    private async Task<InvoiceAnswer> AskAsync(string owner, CancellationToken cancellationToken)
    {
        using var response = await client.GetAsync($"/api/invoices/{owner}?year=2025&month=3", cancellationToken);
        var body = await response.Content.ReadAsStringAsync(cancellationToken);
        return new InvoiceAnswer(TimeProvider.System.GetTimestamp(), owner, (int)response.StatusCode, body);
    }
}
