using DroneDelivery.Gateway;
using DroneDelivery.ServiceDefaults;

return await ServiceProgram.RunAsync(args, GatewayService.Identity, Build);

static WebApplication Build(WebApplicationBuilder builder)
{
    builder.AddServiceDefaults(GatewayService.Identity);

    var app = builder.Build();
    app.MapServiceDefaults();
    return app;
}
