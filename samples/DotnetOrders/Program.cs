using DotnetOrders;

string Setting(string name, string otherwise) => Environment.GetEnvironmentVariable(name) is { Length: > 0 } value ? value : otherwise;

var role = Setting("ROLE", "orders");
var fault = Setting("FAULT", "none");

var builder = WebApplication.CreateBuilder(args);
builder.Logging.SetMinimumLevel(LogLevel.Warning);
builder.WebHost.UseUrls($"http://{Setting("HOST", "127.0.0.1")}:{Setting("PORT", role == "inventory" ? "8091" : "8090")}");
builder.Services.Configure<HostOptions>(options => options.ShutdownTimeout = TimeSpan.FromSeconds(3));
builder.Services.AddTelemetry();

if (role == "inventory")
{
    Inventory.AddServices(builder.Services, fault);
}
else
{
    Orders.AddServices(builder.Services, new Uri(Setting("INVENTORY_URL", "http://127.0.0.1:8091")), fault);
}

var app = builder.Build();
app.MapGet("/health", () => new { Status = "ok" });
if (role == "inventory")
{
    Inventory.Map(app);
}
else
{
    Orders.Map(app);
}

ParentWatch.Start(app.Lifetime);
app.Lifetime.ApplicationStarted.Register(() => Console.WriteLine($"listening on {app.Urls.First()}"));
app.Run();
