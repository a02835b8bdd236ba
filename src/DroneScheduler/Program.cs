using DroneDelivery.DroneScheduler;
using DroneDelivery.DroneScheduler.Drones;
using DroneDelivery.ServiceDefaults;

return await ServiceProgram.RunAsync(args, DroneSchedulerService.Identity, Build);

static WebApplication Build(WebApplicationBuilder builder)
{
    builder.AddServiceDefaults(DroneSchedulerService.Identity);
    builder.AddDrones();

    var app = builder.Build();
    app.UseServiceDefaults();
    app.MapDrones();
    return app;
}
