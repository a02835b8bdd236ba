using DroneDelivery.Gateway;
using DroneDelivery.Gateway.Admin;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Caching;
using DroneDelivery.Gateway.Invoices;
using DroneDelivery.Gateway.Keys;
using DroneDelivery.Gateway.Limits;
using DroneDelivery.Gateway.PassThrough;
using DroneDelivery.Gateway.Requests;
using DroneDelivery.Gateway.Shedding;
using DroneDelivery.Gateway.Usage;
using DroneDelivery.Gateway.WarmUp;
using DroneDelivery.ServiceDefaults;
using DroneDelivery.ServiceDefaults.Listening;
using DroneDelivery.ServiceDefaults.WarmUp;

return await ServiceProgram.RunAsync(args, GatewayService.Identity, Build);

static WebApplication Build(WebApplicationBuilder builder)
{
    builder.AddServiceDefaults(GatewayService.Identity);
    builder.AddRequestGuard();
    // Added before usage, because usage creates the database if it does not exist.
    builder.AddKeys();
    builder.AddUsage();
    builder.AddPlanLimits();
    builder.AddBackends();
    builder.AddCaching();
    builder.AddShedding();
    builder.AddInvoices();
    builder.AddPassThrough();
    builder.AddAdmin();
    builder.AddWarmUp(new GatewayCopy(Build).StartAsync);

    var app = builder.Build();
    app.UseServiceDefaults();
    app.UseUsage();
    app.UseRequestGuard();
    app.UseAdminSessions();
    app.UseKeys();
    app.UsePlanLimits();
    app.UseKeyAuthorization();
    app.UseCaching();
    app.UseUploads();
    app.UseThreadPool();
    app.UseShedding();
    app.MapInvoices();
    app.MapPassThrough();
    app.MapAdmin();
    return app;
}
