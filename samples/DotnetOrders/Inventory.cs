namespace DotnetOrders;

internal static class Inventory
{
    private sealed record Behaviour(bool OneByOne, bool KeepForLog, bool Scan, TimeSpan WarehouseTime);

    private static readonly TimeSpan LogInterval = TimeSpan.FromMilliseconds(220);
    private static readonly (string Code, string Name)[] Names = [.. Enumerable.Range(0, Store.Size).Select(n => (Store.SkuOf(n).ToLowerInvariant().Replace("-", " - "), $"Item {n}"))];
    private static readonly Dictionary<string, string> NameBySku = Names.ToDictionary(entry => Normalise(entry.Code), entry => entry.Name);

    public static void AddServices(IServiceCollection services, string fault)
    {
        services.AddSingleton<Store>();
        services.AddSingleton(new Behaviour(
            OneByOne: fault == "n-plus-one",
            KeepForLog: fault == "pool",
            Scan: fault == "cpu",
            WarehouseTime: TimeSpan.FromMilliseconds(fault == "slow-dependency" ? 150 : 3)));
    }

    public static void Map(WebApplication app) => app.MapGet("/stock", async (string skus, Store store, Behaviour behaviour) =>
    {
        var wanted = skus.Split(',', StringSplitOptions.RemoveEmptyEntries);
        var rows = await ReadStock(wanted, store, behaviour);
        var locations = await AskWarehouse(wanted, behaviour);
        return rows.Select((row, n) => new StockItem(row.Sku, NameOf(row.Sku, behaviour), row.Price, row.OnHand, locations[n])).ToArray();
    });

    private static async Task<StockRow[]> ReadStock(string[] skus, Store store, Behaviour behaviour)
    {
        var connection = await store.OpenAsync();
        try
        {
            if (!behaviour.OneByOne)
            {
                return await connection.SelectStockAsync(skus);
            }

            var rows = new List<StockRow>();
            foreach (var sku in skus)
            {
                rows.AddRange(await connection.SelectStockAsync([sku]));
            }

            return [.. rows];
        }
        finally
        {
            if (behaviour.KeepForLog)
            {
                _ = CloseAfterLog(connection);
            }
            else
            {
                connection.Dispose();
            }
        }
    }

    /// <summary>The access log waits for the next batch on the connection of the request.</summary>
    private static async Task CloseAfterLog(StoreConnection connection)
    {
        await Task.Delay(LogInterval);
        connection.Dispose();
    }

    /// <summary>The warehouse system speaks a protocol of its own that no library instruments.</summary>
    private static async Task<string[]> AskWarehouse(string[] skus, Behaviour behaviour)
    {
        await Task.Delay(behaviour.WarehouseTime * (0.9 + 0.2 * Random.Shared.NextDouble()));
        return [.. skus.Select(sku => $"H{sku[^1]}-{sku[^2]}")];
    }

    private static string NameOf(string sku, Behaviour behaviour) => behaviour.Scan
        ? Names.Where(entry => Normalise(entry.Code) == Normalise(sku)).Select(entry => entry.Name).Last()
        : NameBySku[sku];

    private static string Normalise(string code) => code.Replace(" ", "").Trim().ToUpperInvariant();
}
