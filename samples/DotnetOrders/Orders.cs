namespace DotnetOrders;

internal record Line(string Sku, int Quantity);
internal record Order(int Id, string Customer, Line[] Lines);
internal record StockItem(string Sku, string Name, int Price, int OnHand, string Location);

internal static class Orders
{
    private const int Count = 500;

    private static readonly Order[] All = [.. Enumerable.Range(1, Count).Select(id => new Order(
        id,
        $"C{1000 + id}",
        [.. Enumerable.Range(0, 8 + id % 5).Select(n => new Line(Store.SkuOf((id * 29 + n * 43) % Store.Size), 1 + (id + n) % 3))]))];

    public static void AddServices(IServiceCollection services, Uri inventory, string fault)
    {
        services.AddHttpClient("inventory", client => client.BaseAddress = inventory);
        services.AddSingleton(new Journal(shared: fault == "lock"));
    }

    public static void Map(WebApplication app) => app.MapGet("/orders/{id:int}", async (int id, IHttpClientFactory clients, Journal journal) =>
    {
        if (id < 1 || id > Count)
        {
            return Results.NotFound();
        }

        var order = All[id - 1];
        var skus = string.Join(',', order.Lines.Select(line => line.Sku));
        var items = await clients.CreateClient("inventory").GetFromJsonAsync<StockItem[]>($"/stock?skus={skus}") ?? [];
        var lines = order.Lines.Zip(items, (line, item) => new { item.Sku, item.Name, item.Location, line.Quantity, Net = item.Price * line.Quantity }).ToArray();
        await journal.AppendAsync($"order {order.Id} viewed");
        return Results.Ok(new { order.Id, order.Customer, Lines = lines, Total = lines.Sum(line => line.Net) });
    });
}
