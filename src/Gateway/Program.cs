using DroneDelivery.Gateway;
using DroneDelivery.Gateway.Backends;
using DroneDelivery.Gateway.Invoices;
using DroneDelivery.Gateway.PassThrough;
using DroneDelivery.ServiceDefaults;

return await ServiceProgram.RunAsync(args, GatewayService.Identity, Build);

static WebApplication Build(WebApplicationBuilder builder)
{
    builder.AddServiceDefaults(GatewayService.Identity);
    builder.AddBackends();
    builder.AddInvoices();
    builder.AddPassThrough();

    var app = builder.Build();
    app.MapServiceDefaults();
    app.MapInvoices();
    app.MapPassThrough();
    return app;
}
