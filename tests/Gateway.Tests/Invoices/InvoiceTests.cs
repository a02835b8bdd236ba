using System.Net;
using DroneDelivery.TestSupport;
using Microsoft.AspNetCore.Http;

namespace DroneDelivery.Gateway.Tests.Invoices;

public sealed class InvoiceTests
{
    [Fact]
    public async Task Invoice_AllBackendsAnswer_JoinsTheirFiguresAndStatesItsPrices()
    {
        await using var gateway = await TestGateway.StartAsync();

        var response = await gateway.GetInvoiceAsync();
        var invoice = await response.Content.ReadAsStringAsync(TestContext.Current.CancellationToken);

        Assert.Equal(
            """
            {"ownerId":"owner-0007","period":{"year":2025,"month":3},"deliveries":{"count":4},
            "utilization":{"milesTraveled":12.5,"hoursAssigned":1.25},"packages":{"count":5,"fragile":1,"weightKilograms":7.35},
            "drones":{"count":3,"assignments":4},"amount":{"currency":"USD","total":46.38,"lines":[
            {"for":"delivery","quantity":4,"price":4.50,"amount":18.00},{"for":"mile","quantity":12.5,"price":0.60,"amount":7.50},
            {"for":"drone hour","quantity":1.25,"price":12.00,"amount":15.00},
            {"for":"kilogram","quantity":7.35,"price":0.80,"amount":5.88}]}}
            """.ReplaceLineEndings(""),
            invoice);
    }

    [Fact]
    public async Task Invoice_AnyOwner_IsAskedForByOwnerYearAndMonth()
    {
        await using var gateway = await TestGateway.StartAsync();

        await gateway.GetInvoiceAsync("/api/invoices/a@b.c?year=2025&month=3");

        Assert.Equal("GET /packages/summary?ownerId=a%40b.c&year=2025&month=3", Assert.Single(gateway.Package.Requests));
    }

    // Each backend holds its answer until all four calls have come: one after another, they would wait for ever.
    [Fact(Timeout = 300_000)]
    public async Task Invoice_FourCalls_AreInFlightTogether()
    {
        await using var gateway = await TestGateway.StartAsync();
        var arrived = 0;
        var allArrived = new TaskCompletionSource();
        Hold(gateway.Delivery, "/deliveries/summary", """{"deliveries":4}""");
        Hold(gateway.Delivery, "/deliveries/utilization", """{"deliveries":4,"milesTraveled":1,"hoursAssigned":1}""");
        Hold(gateway.Package, "/packages/summary", """{"packages":5,"fragile":1,"weightKilograms":7}""");
        Hold(gateway.DroneScheduler, "/drones/summary", """{"assignments":4,"drones":3}""");

        var response = await gateway.GetInvoiceAsync();

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);

        void Hold(FakeBackend backend, string path, string json) => backend.Answer(path, async context =>
        {
            if (Interlocked.Increment(ref arrived) == 4)
            {
                allArrived.SetResult();
            }

            await allArrived.Task.WaitAsync(context.RequestAborted);
            context.Response.ContentType = "application/json";
            await context.Response.WriteAsync(json, context.RequestAborted);
        });
    }

    [Fact]
    public async Task Invoice_CallerHasATrace_EveryBackendSeesIt()
    {
        await using var gateway = await TestGateway.StartAsync();
        using var client = gateway.CreateClient();
        client.DefaultRequestHeaders.Add("traceparent", "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01");

        (await client.GetAsync("/api/invoices/owner-0007?year=2025&month=3", TestContext.Current.CancellationToken)).Dispose();

        string[] parents =
            [.. gateway.Delivery.TraceParents, .. gateway.Package.TraceParents, .. gateway.DroneScheduler.TraceParents];
        Assert.Equal(4, parents.Length);
        Assert.All(parents, parent => Assert.StartsWith("00-0af7651916cd43dd8448eb211c80319c-", parent));
    }

    [Theory]
    [InlineData("00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331")]
    [InlineData("traced")]
    public async Task Invoice_CallersTraceCannotBeRead_NoBackendSeesIt(string traceparent)
    {
        await using var gateway = await TestGateway.StartAsync();
        using var client = gateway.CreateClient();
        client.DefaultRequestHeaders.TryAddWithoutValidation("traceparent", traceparent);

        using var response = await client.GetAsync(
            "/api/invoices/owner-0007?year=2025&month=3", TestContext.Current.CancellationToken);

        Assert.Equal(HttpStatusCode.OK, response.StatusCode);
        Assert.DoesNotContain(traceparent, gateway.Delivery.TraceParents);
    }

    [Theory]
    [InlineData("year=2025&month=13", "month", "13 is not a month from 1 to 12.")]
    [InlineData("year=25&month=1", "year", "25 is not a year from 2000 to 2999.")]
    [InlineData("year=2025&month=march", "month", "\"march\" is not a whole number.")]
    [InlineData("month=3", "year", "The value is missing; it must be a whole number.")]
    public async Task Invoice_BadQuery_ValidationProblemNamesValueAndWhatIsAllowed(string query, string name, string expected)
    {
        await using var gateway = await TestGateway.StartAsync();

        var response = await gateway.GetInvoiceAsync($"/api/invoices/owner-0007?{query}");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var problem = await response.ReadProblemAsync();
        Assert.Equal(expected, problem.GetProperty("errors").GetProperty(name)[0].GetString());
        Assert.Empty(gateway.Delivery.Requests);
    }

    /// <summary>An owner that cannot exist is not looked up.</summary>
    [Theory]
    [InlineData("a%20b&c")]
    [InlineData("-a")]
    [InlineData("owner-0007%20")]
    [InlineData("%C3%A4")]
    public async Task Invoice_OwnerThatCannotExist_IsAValidationProblemAndReachesNoBackend(string owner)
    {
        await using var gateway = await TestGateway.StartAsync();

        var response = await gateway.GetInvoiceAsync($"/api/invoices/{owner}?year=2025&month=3");

        Assert.Equal(HttpStatusCode.BadRequest, response.StatusCode);
        var problem = await response.ReadProblemAsync();
        Assert.Equal(
            "The owner must be 1 to 100 letters, digits or . _ - @, of which the first is a letter or a digit.",
            problem.GetProperty("errors").GetProperty("ownerId")[0].GetString());
        Assert.Empty(gateway.Delivery.Requests);
    }
}
